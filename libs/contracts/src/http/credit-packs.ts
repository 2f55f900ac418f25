import { PurchaseId } from '@outturn/agreement'
import { z } from 'zod'

/** Sizes in which credits are sold, in cents; a dollar buys a dollar of credits. */
export const packCents = [500, 1_000, 2_000] as const
export const PackCents = z.literal(packCents)
export type PackCents = z.infer<typeof PackCents>

export const PackRequest = z
  .strictObject({
    pack_cents: PackCents.describe('Size of the pack, in cents: 500, 1000 or 2000.'),
    idempotency_key: z.string().min(1).max(255).optional(),
  })
  .meta({ id: 'PackRequest' })

/** A way to add credits, as a refusal for want of them names it. */
export const PaymentMethod = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('hosted_checkout'),
      authorization: z.literal('account_owner'),
      url: z.url(),
    }),
    z.strictObject({
      type: z.literal('mpp'),
      authorization: z.literal('agent_credential'),
      url: z.url(),
      packs_cents: z.array(PackCents),
      methods: z.array(z.literal('card')),
      protocol: z.literal('mpp'),
    }),
    z.strictObject({
      type: z.literal('x402'),
      authorization: z.literal('agent_wallet'),
      url: z.url(),
      packs_cents: z.array(PackCents),
      chains: z.array(z.string()),
      asset: z.literal('usdc'),
      network: z.string(),
      facilitator: z.literal('hosted'),
      protocol: z.literal('x402'),
      x402_version: z.literal(2),
    }),
  ])
  .meta({ id: 'PaymentMethod' })
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** Answer to a payment that was taken: the credits are in the balance, or will be. */
export const PackAccepted = z
  .strictObject({
    status: z.literal('payment_accepted'),
    purchase_id: PurchaseId,
    pack_cents: PackCents,
    balance_url: z.string(),
  })
  .meta({ id: 'PackAccepted' })
export type PackAccepted = z.infer<typeof PackAccepted>
