import { AccountId, PurchaseId, Timestamp } from '@outturn/agreement'
import { packRails } from '@outturn/vocabulary'
import { z } from 'zod'
import { PackCents } from '../http/credit-packs.ts'
import { defineCommand, defineQuery } from '../operation.ts'

/** Page to which the payment processor sends a person back, whether they paid or not. */
export function purchaseReturnPath(purchaseId: string): string {
  return `/console/credits/purchases/${purchaseId}/return`
}

/** A credit pack that an account buys or bought. `open`: neither paid nor given up yet. `granted`: its credits are in the balance. */
const PackPurchase = z.strictObject({
  id: PurchaseId,
  rail: z.enum(packRails),
  /** Whether a person pays it on a page of the payment processor. */
  isCheckout: z.boolean(),
  packCents: z.int(),
  state: z.enum(['open', 'granted', 'refused']),
  createdAt: Timestamp,
  endedAt: Timestamp.nullable(),
})
export type PackPurchase = z.infer<typeof PackPurchase>

/**
 * Opens a page of the payment processor on which a person buys a credit pack by card. Idempotent by the form: a form that is sent
 * twice buys one pack. Nothing is charged before the person pays there.
 */
export const startCardCheckout = defineCommand('billing.start-card-checkout', {
  input: z.strictObject({ accountId: AccountId, packCents: PackCents, formId: z.uuid() }),
  output: z.strictObject({ purchaseId: PurchaseId }),
  refuses: ['not_found', 'conflict'],
  sentBy: ['gateway'],
  isForBilling: true,
})

/** Reads a purchase; of one that is paid on a page of the processor, asks the processor first, and adds the credits when it was paid. */
export const followPurchase = defineCommand('billing.follow-purchase', {
  input: z.strictObject({ accountId: AccountId, purchaseId: PurchaseId }),
  output: PackPurchase.extend({
    /** Where the person pays; null when it has ended, or when the processor does not answer. */
    paymentUrl: z.url().nullable(),
  }),
  refuses: ['not_found'],
  sentBy: ['gateway'],
  isForBilling: true,
})

/** Credit packs of an account, the newest first. */
export const listPurchases = defineQuery('billing.list-purchases', {
  input: z.strictObject({ accountId: AccountId, limit: z.int().min(1).max(100) }),
  output: z.array(PackPurchase),
  sentBy: ['gateway'],
})
