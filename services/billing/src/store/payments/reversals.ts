import { type Pool, query, statement } from '@outturn/postgres'
import type { Reversal } from '../../domain/reconciliation/compare.ts'

/** A refund or a dispute of the processor, with the payment of the processor that it is about. */
export type ReversedCharge = Omit<Reversal, 'paymentId'> & { readonly chargedAs: string }

const unnoted = statement(
  'unnoted_reversals',
  `select reversed.reference, credit_purchase.id as purchase_id
   from unnest($1::text[], $2::text[]) as reversed(reference, charged_as)
   join credit_purchase on credit_purchase.payment_id = reversed.charged_as and credit_purchase.state = 'granted'
   where not exists (
     select from payment_note
     where kind = 'refund' and rail = 'mpp' and payment_note.reference = reversed.reference
   )`,
)

/** Those of purchases that are recorded here for which no refund is noted. */
export async function unnotedReversals(pool: Pool, found: readonly ReversedCharge[]): Promise<Reversal[]> {
  if (found.length === 0) return []
  const rows = await query<{ reference: string; purchase_id: string }>(pool, unnoted, [
    found.map(({ reference }) => reference),
    found.map(({ chargedAs }) => chargedAs),
  ])
  const purchases = new Map(rows.map(({ reference, purchase_id: id }) => [reference, id]))
  return found.flatMap(({ chargedAs: _, ...reversal }) => {
    const paymentId = purchases.get(reversal.reference)
    return paymentId === undefined ? [] : [{ ...reversal, paymentId }]
  })
}
