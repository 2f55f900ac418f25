import { settlementChanged } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import { inTransaction } from '@outturn/postgres/typed'
import { formatAmount, parseAmount } from '@outturn/receipt-verifier'
import type { SigningDeps } from '../deps.ts'
import { holdSettlement, notePayment, saveSettled } from '../store/consumption-store.ts'

/**
 * Counts what the seller was paid by the settlement service as settled, and notes whether it is being paid, so that no one settles the
 * receipts of the Spool a second time. What was paid only grows, and later news has a larger version, so news that comes twice or out of
 * order ends in the same.
 */
export function onSettlementChanged({ db }: Pick<SigningDeps, 'db'>): Reaction<typeof settlementChanged> {
  return {
    event: settlementChanged,
    concurrency: 8,
    async handle({ spoolId, paidCents, summary, isBeingPaid = false }) {
      const paid = BigInt(paidCents)
      await inTransaction(db, async (tx) => {
        const settled = parseAmount((await holdSettlement(tx, spoolId)).settled, 2) ?? 0n
        await notePayment(tx, spoolId, { version: summary.version, isBeingPaid })
        if (paid > settled) await saveSettled(tx, spoolId, formatAmount(paid, 2))
      })
    },
  }
}
