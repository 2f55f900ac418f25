import type { Refusal } from '@outturn/contracts'
import type { AccountFunds } from '../ledger/account-funds.ts'
import { creditsRequired, type Reload } from './credits-required.ts'
import { runWork } from '../tariff/price-list.ts'
import { keyCapReached } from '../spending/cap-reached.ts'
import { findCap, isWithinCap } from '../spending/key-cap.ts'
import { amountMicros, type Reservation } from '../ledger/reservation.ts'
import type { BillingTerms } from '../ledger/charge.ts'
import { type Reserved, reserveOrOwe } from '../ledger/reserve.ts'
import type { Transfer } from '../ledger/transfer.ts'

export type RunRequest = {
  readonly runId: string
  readonly accountId: string
  readonly freeTextCompiles: number
  readonly keyId: string | null
  readonly useCase: string | null
  readonly now: Date
}

/** What is known of one account when its runs are decided. */
export type AccountBook = {
  readonly version: bigint
  readonly funds: AccountFunds
  /** Reservations that the runs have already, by run; null when only the funds are remembered. */
  readonly reservations: ReadonlyMap<string, Reservation> | null
}

/** New reservations of one account, decided on its funds at `version`. */
export type AccountChange = {
  readonly version: bigint
  readonly funds: AccountFunds
  readonly reservations: readonly Reservation[]
  readonly transfers: readonly Transfer[]
}

/** What is decided about several runs of one account, one after the other on the same funds. */
export type AccountDecision = {
  /** To be saved, unless the account has changed; null when nothing is new. */
  readonly change: AccountChange | null
  /** Held or posted before, and answered as they are. */
  readonly known: readonly Reservation[]
  readonly refused: readonly (readonly [runId: string, refusal: Refusal])[]
}

/**
 * Decides the runs of one account. A voided reservation is held again: the command that reserves the run anew is about to run it
 * anew. With remembered funds nothing is refused, as both the funds and the run may be better off in the store; such a
 * run is left undecided.
 */
export function reserveForAccount(
  { version, funds, reservations }: AccountBook,
  runs: readonly RunRequest[],
  terms: BillingTerms,
  reload: Reload,
): AccountDecision {
  let left = funds
  const held: Reservation[] = []
  const transfers: Transfer[] = []
  const known: Reservation[] = []
  const refused: [string, Refusal][] = []
  for (const run of runs) {
    const previous = reservations?.get(run.runId) ?? null
    if (previous !== null && previous.state !== 'voided') {
      known.push(previous)
      continue
    }
    const reserved = reserveOrOwe(left, { ...run, previous }, terms, run.now)
    const refusal = refusalOf(left, run, reserved, { terms, reload })
    if (refusal === null) {
      left = reserved.funds
      held.push(reserved.reservation)
      transfers.push(...reserved.transfers)
    } else if (reservations !== null) {
      refused.push([run.runId, refusal()])
    }
  }
  const change = held.length === 0 ? null : { version, funds: left, reservations: held, transfers }
  return { change, known, refused }
}

/** Makes the refusal of a run that the cap of its key or the funds do not cover; null for one that they do. */
function refusalOf(
  funds: AccountFunds,
  run: RunRequest,
  { reservation }: Reserved,
  { terms, reload }: { terms: BillingTerms; reload: Reload },
): (() => Refusal) | null {
  const priceMicros = amountMicros(reservation)
  const cap = findCap(funds.caps, run.keyId)
  if (cap !== null && !isWithinCap(funds.caps, run.keyId, priceMicros)) {
    return () => keyCapReached(cap, priceMicros, reload.publicUrl, run.now)
  }
  if (reservation.receivableMicros === 0n) return null
  return () => creditsRequired(funds, runWork(run), terms, reload, run.now)
}
