import { appendOutbox } from '@outturn/postgres'
import { inside, inTransaction } from '@outturn/postgres/typed'
import type { BillingDeps } from '../deps.ts'
import { closingDelayMs } from '../domain/statements/statement.ts'
import { monthAfter, monthBefore, monthOf, periodOf } from '../domain/usage/calendar-month.ts'
import { statementMade } from '../events.ts'
import { closeStatement } from '../flows/statements/close-statement.ts'
import {
  accountsAfter,
  allowLongStatements,
  findClosingMonth,
  isChargedStill,
  lastClosedMonth,
  lockMonth,
  noteMonthEnd,
  saveMonthPlace,
  sealMonth,
} from '../store/statements/statement-months.ts'
import { recordStatement } from '../store/statements/statement-store.ts'

/** Accounts whose statements are made in one transaction. */
const batch = 20

/**
 * Makes the statements of months that ended, from two hours after their end; returns how many were made. A month goes through three commits
 * before: its end is noted, it is sealed once the note is there for all to see, and each transaction from before has ended. What is charged
 * later is of the next month, so a statement has every entry of its month and never changes.
 */
export async function closeStatements(deps: BillingDeps, now: Date): Promise<number> {
  const month = await monthToClose(deps, now)
  if (month === null) return 0
  if (await isChargedStill(deps.db, month)) return 0
  let made = 0
  for (;;) {
    const closed = await closeBatch(deps, month, now)
    made += closed.made
    if (closed.isDone) return made
  }
}

/** The month whose statements are due, noted and sealed; null when none is. */
async function monthToClose({ db }: BillingDeps, now: Date): Promise<string | null> {
  const closing = await findClosingMonth(db)
  const month = closing?.month ?? (await nextMonth(db, now))
  const { end } = periodOf(month)
  if (now.getTime() < end.getTime() + closingDelayMs) return null
  if (closing === null) await noteMonthEnd(db, month, end)
  if (closing?.sealed_at === undefined || closing.sealed_at === null) await sealMonth(db, month)
  return month
}

async function nextMonth(db: BillingDeps['db'], now: Date): Promise<string> {
  const last = await lastClosedMonth(db)
  return last === null ? monthBefore(monthOf(now)) : monthAfter(last)
}

async function closeBatch(
  deps: BillingDeps,
  month: string,
  now: Date,
): Promise<{ made: number; isDone: boolean }> {
  const { db, terms } = deps
  return inTransaction(db, async (tx) => {
    await allowLongStatements(tx)
    const place = await lockMonth(tx, month)
    // Another process has it, or has ended it.
    if (place === null) return { made: 0, isDone: true }
    const accountIds = await accountsAfter(tx, place.after_account, batch)
    let made = 0
    for (const accountId of accountIds) {
      const closed = await closeStatement(tx, accountId, month, terms.prices.pricingVersion)
      if (closed === null) continue
      await recordStatement(tx, accountId, closed)
      await appendOutbox(inside(tx), [statementMade(deps, accountId, closed.statement, now)])
      made += 1
    }
    const isDone = accountIds.length < batch
    const afterAccount = accountIds.at(-1) ?? place.after_account
    await saveMonthPlace(tx, month, { afterAccount, closedAt: isDone ? now : null })
    return { made, isDone }
  })
}
