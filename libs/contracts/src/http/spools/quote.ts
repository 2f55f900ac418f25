import { buyerRoles } from '@outturn/vocabulary'
import { z } from 'zod'
import { QuoteId, Sha256Digest, SpoolId, Timestamp } from '@outturn/agreement'

const cents = z.int().min(0)

/** What an agent Spool costs at most, bound to its terms by `quote_digest`. */
export const Quote = z
  .strictObject({
    quote_id: QuoteId,
    spool_id: SpoolId,
    work_budget_cents: cents,
    service_fee: z.strictObject({ estimated_cents: cents, maximum_cents: cents }),
    rail_fee: z.strictObject({ pass_through: z.literal(true), estimated_cents: cents, maximum_cents: cents }),
    maximum_all_in_cents: cents,
    expires_at: Timestamp,
    quote_digest: Sha256Digest,
    payer: z.enum(buyerRoles),
    discounts: z.array(z.strictObject({ code: z.string(), amount_cents: cents })),
    pricing_version: z.string(),
    expired: z.boolean(),
    superseded: z.boolean(),
  })
  .meta({ id: 'Quote' })
export type Quote = z.infer<typeof Quote>
