import type { readKeyCaps } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import type { BillingDeps } from '../../deps.ts'
import { monthOf, periodOf } from '../../domain/usage/calendar-month.ts'
import { readSpending } from '../../store/spending/key-spending.ts'
import { readBooks } from '../../store/reserve-runs.ts'

/** The caps of an account with what each key spent in this month, as it is recorded. */
export function handleReadKeyCaps({ pool }: BillingDeps): Handler<typeof readKeyCaps> {
  return async ({ accountId }, { now }) => {
    const { funds } = await readBooks(onPool(pool), [accountId], [])
    const caps = funds.get(accountId)?.funds.caps ?? []
    const spent = await readSpending(
      onPool(pool),
      accountId,
      caps.map(({ keyId }) => keyId),
      now,
    )
    const month = monthOf(now)
    return {
      month,
      resetsAt: periodOf(month).end.toISOString(),
      caps: caps.map(({ keyId, capMicros }) => ({
        keyId,
        capMicros: String(capMicros),
        usedMicros: String(spent.get(keyId) ?? 0n),
      })),
    }
  }
}
