import { PurchaseId } from '@outturn/agreement'
import { z } from 'zod'

/** Sizes in which credits are sold, in cents; a dollar buys a dollar of credits. */
export const packCents = [500, 1_000, 2_000] as const
export const PackCents = z.literal(packCents)
export type PackCents = z.infer<typeof PackCents>

export const PackRequest = z
  .strictObject({
    pack_cents: PackCents.describe('Size of the credit pack, in cents: 500, 1000 or 2000.'),
    idempotency_key: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .meta({
        description:
          'Unique key of the purchase. A repeated request with the same key returns the same result and does not charge again.',
        examples: ['order-42'],
      }),
  })
  .meta({ id: 'PackRequest' })

/** A way to add credits, as a refusal for want of them names it. */
export const PaymentMethod = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('hosted_checkout').describe('Way to pay.'),
      authorization: z.literal('account_owner').describe('Party that must authorize the payment.'),
      url: z.url().meta({
        description: 'URL at which the payment is made.',
        examples: ['https://outturn.example/credits'],
      }),
    }),
    z.strictObject({
      type: z.literal('mpp').describe('Way to pay.'),
      authorization: z.literal('agent_credential').describe('Party that must authorize the payment.'),
      url: z.url().meta({
        description: 'URL at which the payment is made.',
        examples: ['https://outturn.example/credits'],
      }),
      packs_cents: z.array(PackCents).describe('Available pack sizes, in cents.'),
      methods: z.array(z.literal('card')).describe('Payment methods that the protocol accepts.'),
      protocol: z.literal('mpp').describe('Payment protocol.'),
    }),
    z.strictObject({
      type: z.literal('x402').describe('Way to pay.'),
      authorization: z.literal('agent_wallet').describe('Party that must authorize the payment.'),
      url: z.url().meta({
        description: 'URL at which the payment is made.',
        examples: ['https://outturn.example/credits'],
      }),
      packs_cents: z.array(PackCents).describe('Available pack sizes, in cents.'),
      chains: z
        .array(z.string())
        .describe('Blockchains on which the payment can be made, as CAIP-2 identifiers.'),
      asset: z.literal('usdc').describe('Token to pay with.'),
      network: z
        .string()
        .meta({ description: 'Blockchain to pay on, as a CAIP-2 identifier.', examples: ['eip155:8453'] }),
      facilitator: z.literal('hosted').describe('Service that submits the payment to the blockchain.'),
      protocol: z.literal('x402').describe('Payment protocol.'),
      x402_version: z.literal(2).describe('Version of the x402 protocol.'),
    }),
  ])
  .meta({ id: 'PaymentMethod' })
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** Answer to a payment that was taken: the credits are in the balance, or will be. */
export const PackAccepted = z
  .strictObject({
    status: z.literal('payment_accepted').describe('Status of the payment.'),
    purchase_id: PurchaseId.describe('ID of the purchase.'),
    pack_cents: PackCents.describe('Size of the credit pack, in cents.'),
    balance_url: z.string().meta({
      description: 'Path at which the credit balance can be read.',
      examples: ['/api/v1/credits/balance'],
    }),
  })
  .meta({ id: 'PackAccepted' })
export type PackAccepted = z.infer<typeof PackAccepted>
