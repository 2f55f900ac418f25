import type { BillingDeps } from '../deps.ts'
import { decideAbandoned } from '../domain/ledger/abandoned-run.ts'
import type { Reservation } from '../domain/ledger/reservation.ts'
import { chargeVerifiedRun } from '../flows/charge-verified-run.ts'
import { voidReservation } from '../flows/void-reservation.ts'
import { claimOverdueReservations } from '../store/overdue.ts'

export type FinishOptions = {
  /** How long another instance leaves a claimed reservation alone. */
  readonly checkAgainMs: number
  /** After how long the reservation of an unknown run is voided. */
  readonly giveUpAfterMs: number
}

const batch = 50

/** Ends reservations that no event has ended in time, by asking the Spool service; returns how many were asked after. */
export async function finishReservations(
  deps: BillingDeps,
  { checkAgainMs, giveUpAfterMs }: FinishOptions,
  now: Date,
): Promise<number> {
  const checkAgainAt = new Date(now.getTime() + checkAgainMs)
  const overdue = await claimOverdueReservations(deps.pool, { now, checkAgainAt, limit: batch })
  const finished = await Promise.allSettled(
    overdue.map((reservation) => finish(deps, reservation, giveUpAfterMs, now)),
  )
  const failures = finished.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${overdue.length} reservations stay open`)
  }
  return overdue.length
}

async function finish(
  deps: BillingDeps,
  reservation: Reservation,
  giveUpAfterMs: number,
  now: Date,
): Promise<void> {
  const outcome = await deps.readOutcome(reservation.runId, now)
  const decision = decideAbandoned(reservation, outcome, giveUpAfterMs, now)
  if (decision === 'void') await voidReservation(deps, reservation, null, now)
  if (decision === 'post' && outcome.outcome === 'verified') {
    await chargeVerifiedRun(deps, outcome.run, null, now)
  }
}
