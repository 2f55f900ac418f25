import { z } from 'zod'
import { defineQuery } from '../operation.ts'

/** Times of x402 are in whole seconds since 1970. */
const seconds = z.int().min(0).max(253_402_300_799)
const amount = z.string().regex(/^(?:0|[1-9]\d{0,77})$/)
const text = z.string().min(1).max(2_048)

/** What has to be paid for a resource, as the extension `offer-receipt` of x402 has it signed. */
const PaymentOffer = z.strictObject({
  kind: z.literal('offer'),
  resourceUrl: text,
  scheme: text,
  network: text,
  asset: text,
  payTo: text,
  amount,
  validUntil: seconds,
})

/** Who has paid for a resource that was delivered, as the same extension has it signed. */
const PaymentReceipt = z.strictObject({
  kind: z.literal('receipt'),
  resourceUrl: text,
  network: text,
  payer: text,
  issuedAt: seconds,
  transaction: text,
})

export const PaymentStatement = z.discriminatedUnion('kind', [PaymentOffer, PaymentReceipt])
export type PaymentStatement = z.infer<typeof PaymentStatement>

/**
 * Signs offers and receipts of payments for resources of this deployment, each as a compact JWS with EdDSA whose `kid` is a key of
 * its `did:web` document. It stores nothing: the same statement under the same key is the same text.
 */
export const signPaymentStatements = defineQuery('signing.sign-payment-statements', {
  input: z.strictObject({ statements: z.array(PaymentStatement).min(1).max(16) }),
  output: z.strictObject({ signed: z.array(z.string()) }),
  refuses: ['configuration_unavailable', 'validation_failed'],
  sentBy: ['billing'],
})
