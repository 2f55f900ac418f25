import { absent, type Statement } from '@outturn/contracts'
import type { Tx } from '@outturn/postgres/typed'
import { monthAfter, monthBefore, monthOf } from '../../domain/usage/calendar-month.ts'
import { lastClosedMonth } from '../../store/statements/statement-months.ts'
import { findStatement } from '../../store/statements/statement-store.ts'
import type { Tables } from '../../store/tables.ts'
import { openStatement } from './statement-of.ts'

/** The months that are not closed, the newest first. */
export async function openMonths(tx: Tx<Tables>, now: Date): Promise<readonly string[]> {
  const current = monthOf(now)
  const last = await lastClosedMonth(tx)
  const months: string[] = []
  for (
    let month = last === null ? monthBefore(current) : monthAfter(last);
    month <= current;
    month = monthAfter(month)
  ) {
    months.unshift(month)
  }
  return months
}

/** The statement of a month, as it was closed or as it stands; refuses a month that has none. */
export async function findStatementOf(
  tx: Tx<Tables>,
  { accountId, month }: { accountId: string; month: string },
  pricingVersion: string,
  now: Date,
): Promise<Statement> {
  const closed = await findStatement(tx, accountId, month)
  if (closed !== null) return closed
  if (!(await openMonths(tx, now)).includes(month)) {
    throw absent(`There is no statement for ${month}.`, {
      remediation: 'List the statements; a month without charges and credits has none.',
    })
  }
  return (await openStatement(tx, accountId, month, pricingVersion)).statement
}
