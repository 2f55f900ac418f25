import { AccountId, Sha256Hex } from '@outturn/agreement'
import { z } from 'zod'
import { keyAccess } from '../access.ts'
import { PackAccepted, PackRequest } from '../http/credit-packs.ts'
import { defineCommand, defineQuery } from '../operation.ts'

/** Time for the processor to answer; what it has not answered by then goes on without the caller. */
const packDeadlineMs = 15_000
/** Time for the chain to say how a payment ended. */
const paidDeadlineMs = 28_000

/**
 * Sells a credit pack by MPP. Without a credential, and for one that nothing was paid with, it refuses with a challenge. A
 * credential makes it repeatable: its challenge is used once, whatever command carries it.
 */
export const buyPackByMpp = defineCommand('billing.buy-pack-by-mpp', {
  input: z.strictObject({
    accountId: AccountId,
    request: PackRequest,
    /** The Authorization header that carries the payment; null when there is none. */
    credential: z.string().nullable(),
  }),
  output: z.strictObject({ accepted: PackAccepted, paymentReceipt: z.string(), isReplayed: z.boolean() }),
  refuses: ['configuration_unavailable', 'conflict', 'not_found', 'payment_required_mpp'],
  isForBilling: true,
  http: {
    path: '/api/v1/credits/packs/mpp',
    access: keyAccess(['full', 'verify'], { sandbox: false }),
    tag: 'Credits and payments',
    summary: 'Buy a credit pack by card with MPP',
    description:
      'Buys a credit pack with a payment by card. The first request is answered with 402 and the price; send it again with the payment. The credits are added once, however often the same payment is sent. Read them with read-balance.',
    hasOwnRule: true,
    paidBy: 'mpp',
    deadlineMs: packDeadlineMs,
    body: PackRequest,
    example: { pack_cents: 500 },
    success: {
      status: 202,
      description: 'The payment was accepted. The credits are added to the balance now or shortly.',
      content: PackAccepted,
    },
  },
})

/**
 * Sells a credit pack by x402. Without a payment, and for one that was not made, it refuses with the challenge. The authorization
 * makes it repeatable: its nonce names one claim, whatever command carries it.
 */
export const buyPackByX402 = defineCommand('billing.buy-pack-by-x402', {
  input: z.strictObject({
    accountId: AccountId,
    request: PackRequest,
    bodyDigest: Sha256Hex,
    /** The payment as its header has it; null when there is none. */
    payment: z.string().nullable(),
  }),
  output: z.strictObject({ accepted: PackAccepted, paymentResponse: z.string(), isReplayed: z.boolean() }),
  refuses: [
    'configuration_unavailable',
    'conflict',
    'not_found',
    'payment_failed_x402',
    'payment_required_x402',
    'validation_failed',
  ],
  isForBilling: true,
  http: {
    path: '/api/v1/credits/packs/x402',
    access: keyAccess(['full', 'verify'], { sandbox: false }),
    tag: 'Credits and payments',
    summary: 'Buy a credit pack with x402',
    description:
      'Buys a credit pack with a stablecoin payment. The first request is answered with 402 and the price; send it again with the signed payment. The credits are added once, however often the same payment is sent. Read them with read-balance.',
    hasOwnRule: true,
    paidBy: 'x402',
    deadlineMs: paidDeadlineMs,
    body: PackRequest,
    example: { pack_cents: 500 },
    success: {
      status: 202,
      description: 'The payment is on the chain, and the credits are added to the balance.',
      content: PackAccepted,
    },
  },
})

/** Whether this environment sells credit packs by MPP. */
export const readPackLanes = defineQuery('billing.read-pack-lanes', {
  input: z.strictObject({}),
  output: z.strictObject({ mpp: z.boolean() }),
  sentBy: ['gateway'],
})
