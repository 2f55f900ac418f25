import { firstTime, inTransaction } from '@outturn/postgres/typed'
import type { BillingDeps } from '../deps.ts'
import { release } from '../domain/ledger/release.ts'
import { lockFunds, lockReservation, saveReserved } from '../store/account-books.ts'

/** Voids the reservation of a run if it is still held. `eventId` is null when no event said so. */
export async function voidReservation(
  { db, memory }: BillingDeps,
  { runId, accountId }: { runId: string; accountId: string },
  eventId: string | null,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (eventId !== null && !(await firstTime(tx, eventId))) return
    const { version, funds } = await lockFunds(tx, accountId, now)
    const reservation = await lockReservation(tx, runId)
    if (reservation?.state !== 'held') return
    await saveReserved(tx, version, release(funds, reservation, now))
  })
  memory.forget(accountId)
}
