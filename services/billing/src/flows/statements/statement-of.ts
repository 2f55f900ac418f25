import type { Statement } from '@outturn/contracts'
import type { Tx } from '@outturn/postgres/typed'
import { hasMovement, type MonthOfAccount, toStatement } from '../../domain/statements/statement.ts'
import { periodOf } from '../../domain/usage/calendar-month.ts'
import { readCreditMovements } from '../../store/statements/credit-movements.ts'
import { findStatementBefore, sumEntries } from '../../store/statements/statement-store.ts'
import type { Tables } from '../../store/tables.ts'
import { readUsageGroups } from '../../store/usage/usage-groups.ts'

/** The balance with which a month opens: that of the newest closed statement before it, and what was moved since. */
export async function openingOf(tx: Tx<Tables>, accountId: string, month: string): Promise<bigint> {
  const before = await findStatementBefore(tx, accountId, month)
  const start = before === null ? null : periodOf(before.month).end
  const { netMicros } = await sumEntries(tx, { accountId, start, end: periodOf(month).start })
  return (before?.closingMicros ?? 0n) + netMicros
}

/** The statement of an open month as it stands, and whether the month has any movement. */
export async function openStatement(
  tx: Tx<Tables>,
  accountId: string,
  month: string,
  pricingVersion: string,
): Promise<{ statement: Statement; isMoved: boolean }> {
  const span = { accountId, ...periodOf(month) }
  const content: MonthOfAccount = {
    accountId,
    month,
    openingMicros: await openingOf(tx, accountId, month),
    groups: await readUsageGroups(tx, span),
    movements: await readCreditMovements(tx, span),
    entries: (await sumEntries(tx, span)).entries,
  }
  return { statement: toStatement(content, pricingVersion), isMoved: hasMovement(content) }
}
