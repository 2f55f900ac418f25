import { storeConflict, type CommandInput, type CommandOutput, type reserveRun } from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import type { BillingDeps } from '../deps.ts'
import { isOpen } from '../domain/payments/claim.ts'
import { reservePaid } from '../domain/payments/reserve-paid.ts'
import { lockFunds, lockReservation, saveReserved } from '../store/account-books.ts'
import { lockClaim, saveRunOfClaim } from '../store/payment-claims.ts'

/** Holds a run against the payment that was claimed for it, once; a voided one is held again. */
export async function reservePaidRun(
  { db, terms, memory }: BillingDeps,
  {
    runId,
    accountId,
    freeTextCompiles,
    paymentId,
    keyId,
    useCase,
  }: CommandInput<typeof reserveRun> & { paymentId: string },
  now: Date,
): Promise<CommandOutput<typeof reserveRun>> {
  const reply = await inTransaction(db, async (tx) => {
    const { version, funds } = await lockFunds(tx, accountId, now)
    const previous = await lockReservation(tx, runId)
    const claim = await lockClaim(tx, paymentId)
    if (claim === null || claim.accountId !== accountId)
      throw new Error(`payment ${paymentId} is of another account`)
    const answer = { coveredBy: 'payment' as const, amountMicros: String(claim.amountMicros) }
    if (previous !== null && previous.state !== 'voided') return { ...answer, state: previous.state }
    if (!isOpen(claim.state)) throw storeConflict('The payment for this run has ended.')
    const { amountMicros } = claim
    await saveReserved(
      tx,
      version,
      reservePaid(funds, { runId, freeTextCompiles, keyId, useCase, amountMicros, previous }, terms, now),
    )
    await saveRunOfClaim(tx, paymentId, runId)
    return { ...answer, state: 'held' as const }
  })
  memory.forget(accountId)
  return reply
}
