import type { AccountFunds } from '../ledger/account-funds.ts'
import { nothingIncluded, useInMonthOf } from '../ledger/allowance.ts'
import type { BillingTerms } from '../ledger/charge.ts'
import { moveSetAside } from '../ledger/move-set-aside.ts'
import type { Reservation } from '../ledger/reservation.ts'
import type { Reserved, RunToReserve } from '../ledger/reserve.ts'

/** Holds a run against what its payment will bring: it uses no allowance and no credits, also where the account has them. */
export function reservePaid(
  funds: AccountFunds,
  run: RunToReserve & { readonly amountMicros: bigint },
  { prices, checkAfterMs }: BillingTerms,
  now: Date,
): Reserved {
  const { runId, freeTextCompiles, keyId, useCase, amountMicros, previous } = run
  const compiles = prices.compileMicros * BigInt(freeTextCompiles)
  // A price that has changed since the payment was claimed changes the parts, not what is paid.
  const compileMicros = compiles < amountMicros ? compiles : 0n
  const { month } = useInMonthOf(now, funds.used)
  const reservation: Reservation = {
    runId,
    accountId: funds.accountId,
    attempt: (previous?.attempt ?? 0) + 1,
    state: 'held',
    coveredBy: 'payment',
    freeTextCompiles,
    keyId,
    useCase,
    verificationMicros: amountMicros - compileMicros,
    compileMicros,
    allowance: { month, ...nothingIncluded },
    parts: [],
    receivableMicros: amountMicros,
    createdAt: now,
    checkAt: new Date(now.getTime() + checkAfterMs),
    finishedAt: null,
  }
  return { funds, reservation, transfers: moveSetAside('hold', reservation, now) }
}
