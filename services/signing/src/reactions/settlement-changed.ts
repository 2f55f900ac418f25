import { settlementChanged } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import { inTransaction } from '@outturn/postgres/typed'
import { formatAmount, parseAmount } from '@outturn/receipt-verifier'
import type { SigningDeps } from '../deps.ts'
import {
  holdSettlement,
  notePayment,
  type PaymentTotal,
  savePaymentTotal,
} from '../store/consumption-store.ts'

/**
 * Counts what the seller was paid by the settlement service as settled, and notes whether it is being paid, so that no one settles the
 * receipts of the Spool a second time. What a reorganisation of its chain took back is taken off again. Later news has a larger version, so news
 * that comes twice or out of order ends in the same.
 */
export function onSettlementChanged({ db }: Pick<SigningDeps, 'db'>): Reaction<typeof settlementChanged> {
  return {
    event: settlementChanged,
    concurrency: 8,
    async handle({ spoolId, paidCents, summary, isBeingPaid = false }) {
      await inTransaction(db, async (tx) => {
        await holdSettlement(tx, spoolId)
        const before = await notePayment(tx, spoolId, { version: summary.version, isBeingPaid })
        const after = before === null ? null : withPaid(before, BigInt(paidCents))
        if (after !== null) await savePaymentTotal(tx, spoolId, after)
      })
    },
  }
}

/** The totals once so much is paid; null where nothing changes. Of what parties recorded as settled before, the payment adds what is missing. */
function withPaid(before: PaymentTotal, paid: bigint): PaymentTotal | null {
  if (cents(before.paid) === paid) return null
  const beside = cents(before.settled) - cents(before.paidAdded)
  const settled = paid > beside ? paid : beside
  return { settled: decimal(settled), paid: decimal(paid), paidAdded: decimal(settled - beside) }
}

const cents = (amount: string) => parseAmount(amount, 2) ?? 0n
const decimal = (amount: bigint) => formatAmount(amount, 2)
