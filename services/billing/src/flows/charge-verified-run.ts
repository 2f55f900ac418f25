import type { VerifiedRun } from '@outturn/contracts'
import { firstTime, inside, inTransaction } from '@outturn/postgres/typed'
import { failPoint } from '@outturn/service'
import type { BillingDeps } from '../deps.ts'
import { listPriceMicros } from '../domain/tariff/price-list.ts'
import { release } from '../domain/ledger/release.ts'
import { amountMicros } from '../domain/ledger/reservation.ts'
import { reserveOrOwe } from '../domain/ledger/reserve.ts'
import { reservePaid } from '../domain/payments/reserve-paid.ts'
import { lockFunds, lockReservation, saveReserved } from '../store/account-books.ts'
import { postRuns, type RunToPost } from '../store/post-runs.ts'

/**
 * Charges a verified run whatever became of its reservation; of one that is not charged, voids the reservation. `eventId` is null when no
 * event said so.
 */
export async function chargeVerifiedRun(
  deps: BillingDeps,
  run: VerifiedRun,
  eventId: string | null,
  now: Date,
): Promise<void> {
  if (run.isUncharged === true) return countUnchargedRun(deps, run, eventId, now)
  // How many compiles a run without a reservation had is not known; what is known is charged.
  const isFree = listPriceMicros(deps.terms.prices, { verifications: 1, compiles: 0 }) === 0n
  failPoint('billing.before-post')
  const posting = await deps.post({ run, eventId, isFree, now })
  if (posting === 'uncovered') await chargeUncoveredRun(deps, { run, eventId, isFree, now })
  failPoint('billing.after-post')
}

/** Voids the reservation of a run that is not charged, and counts the run as usage that cost nothing. */
async function countUnchargedRun(
  { db, memory }: BillingDeps,
  run: VerifiedRun,
  eventId: string | null,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (eventId !== null && !(await firstTime(tx, eventId))) return
    const { version, funds } = await lockFunds(tx, run.accountId, now)
    const reservation = await lockReservation(tx, run.runId)
    if (reservation?.state === 'posted') return
    if (reservation?.state === 'held') await saveReserved(tx, version, release(funds, reservation, now))
    await postRuns(inside(tx), [{ run, eventId: null, isFree: true, now }])
  })
  memory.forget(run.accountId)
}

/**
 * Charges a run for which nothing was held a moment ago: its reservation was voided, or never made, or is changing. It
 * was delivered, so it is charged all the same, and what the funds do not cover is owed.
 */
async function chargeUncoveredRun(
  { db, terms, memory }: BillingDeps,
  { run, eventId, isFree, now }: RunToPost,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (eventId !== null && !(await firstTime(tx, eventId))) return
    const { version, funds } = await lockFunds(tx, run.accountId, now)
    const previous = await lockReservation(tx, run.runId)
    if (previous?.state === 'posted') return
    if (previous?.state !== 'held') {
      const freeTextCompiles = previous?.freeTextCompiles ?? 0
      const { useCase } = run
      const again = { runId: run.runId, freeTextCompiles, keyId: previous?.keyId ?? null, useCase, previous }
      const isPaid = previous?.coveredBy === 'payment'
      const held = isPaid
        ? reservePaid(funds, { ...again, amountMicros: amountMicros(previous) }, terms, now)
        : reserveOrOwe(funds, again, terms, now)
      await saveReserved(tx, version, held)
    }
    await postRuns(inside(tx), [{ run, eventId: null, isFree, now }])
  })
  memory.forget(run.accountId)
}
