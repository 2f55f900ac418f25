import { Sha256Hex } from '@outturn/agreement'
import { z } from 'zod'
import { openAccess } from '../access.ts'
import { oneCallExample } from '../http/examples.ts'
import { PaidVerification, paymentLaneStates } from '../http/payments.ts'
import { OneCallRequest } from '../http/spools/one-call.ts'
import { defineCommand, defineQuery } from '../operation.ts'
import { paidDigestQuery } from '../query-parameters.ts'
import { verifyDelivery } from '../spool/delivery-commands.ts'

/** Time for the verification and for the chain to say how its payment ended. */
const paidDeadlineMs = 28_000
/** Largest body of a caller without a key that is read for nothing. Larger deliveries are for accounts. */
const paidBodyBytes = 64 * 1_024

/**
 * A one-call verification that is paid for by itself. Without a payment it refuses with the challenge; with one it answers when
 * the chain has the payment. The authorization makes it repeatable: its nonce names one claim, whatever command carries it; and so does
 * the idempotency key, with whatever authorization it is sent again.
 */
export const buyVerification = defineCommand('billing.buy-verification', {
  input: z.strictObject({
    request: OneCallRequest,
    bodyDigest: Sha256Hex,
    /** The key of the caller that its repetitions share, of the header or the body; null when it sent none. */
    idempotencyKey: z.string().nullable(),
    /** The payment as its header has it; null when there is none. */
    payment: z.string().nullable(),
  }),
  output: z.strictObject({
    /** JSON text of the answer, as it was signed and stored. */
    body: z.string(),
    paymentResponse: z.string(),
    /** The answer was given before, or is the one of another payment for the same request. */
    isReplayed: z.boolean(),
  }),
  refuses: [
    ...verifyDelivery.refuses.filter((code) => code !== 'credits_required' && code !== 'forbidden'),
    'not_found',
    'payment_failed_x402',
    'payment_required_x402',
  ],
  http: {
    path: '/api/v1/verify/x402',
    access: openAccess,
    tag: 'Verify',
    summary: 'Verify a delivery in one call and pay with x402',
    description:
      'Judges a delivery against conditions in one request, without an account: the payment stands in for the API key. The first request is answered with 402 and the price; send the same body again with the signed payment. One payment buys one verdict and its receipt.',
    hasOwnRule: true,
    paidBy: 'x402',
    deadlineMs: paidDeadlineMs,
    query: paidDigestQuery,
    body: OneCallRequest,
    bodyLimit: { bytes: paidBodyBytes },
    example: oneCallExample,
    success: {
      status: 201,
      description: 'The verdict, the earned amount, the receipt and the payment.',
      content: PaidVerification,
    },
    refuses: [
      'account_suspended',
      'forbidden',
      'session_expired',
      'unauthenticated',
      'unsupported_environment_capability',
    ],
  },
})

/** Which lanes take payments now. */
export const readPaymentLanes = defineQuery('billing.read-payment-lanes', {
  input: z.strictObject({}),
  output: z.strictObject({ x402: z.enum(paymentLaneStates) }),
  sentBy: ['gateway'],
})
