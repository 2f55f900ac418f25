import type { AccountFunds } from './account-funds.ts'
import { addUse } from './allowance.ts'
import { type BillingTerms, chargeFor, spend } from './charge.ts'
import { countSpending } from '../spending/key-cap.ts'
import { runWork } from '../tariff/price-list.ts'
import type { Reservation } from './reservation.ts'
import { moveSetAside } from './move-set-aside.ts'
import type { Transfer } from './transfer.ts'

export type RunToReserve = {
  readonly runId: string
  readonly freeTextCompiles: number
  readonly keyId: string | null
  readonly useCase: string | null
  /** What this run id has now; null when it is new. A posted or held one is not reserved again. */
  readonly previous: Pick<Reservation, 'attempt'> | null
}

/** A change to one account: its funds afterwards, and what is recorded with it. */
export type Reserved = {
  readonly funds: AccountFunds
  readonly reservation: Reservation
  readonly transfers: readonly Transfer[]
}

/**
 * Sets the price of a run aside: allowance of the month first, then grants in spending order, expired ones left out. The funds owe what they do
 * not cover: only a run that was delivered with nothing held for it may be reserved so. The cap of the key is counted, and not enforced.
 */
export function reserveOrOwe(
  funds: AccountFunds,
  run: RunToReserve,
  terms: BillingTerms,
  now: Date,
): Reserved {
  const { used, taken, verificationMicros, compileMicros } = chargeFor(funds, runWork(run), terms, now)
  const { grants, parts, shortMicros } = spend(funds.grants, verificationMicros + compileMicros, now)
  const reservation: Reservation = {
    runId: run.runId,
    accountId: funds.accountId,
    attempt: (run.previous?.attempt ?? 0) + 1,
    state: 'held',
    coveredBy: shortMicros > 0n ? 'receivable' : parts.length > 0 ? 'credits' : 'allowance',
    freeTextCompiles: run.freeTextCompiles,
    keyId: run.keyId,
    useCase: run.useCase,
    verificationMicros,
    compileMicros,
    allowance: { month: used.month, ...taken },
    parts,
    receivableMicros: shortMicros,
    createdAt: now,
    checkAt: new Date(now.getTime() + terms.checkAfterMs),
    finishedAt: null,
  }
  return {
    funds: {
      ...funds,
      grants,
      used: addUse(used, taken),
      caps: countSpending(funds.caps, run.keyId, verificationMicros + compileMicros),
    },
    reservation,
    transfers: moveSetAside('hold', reservation, now),
  }
}
