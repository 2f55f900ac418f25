import { PaymentId, idPrefixes } from '@outturn/agreement'
import { canonicalJson } from '@outturn/canonical'
import { z } from 'zod'
import { keyAccess, ownSessionAccess } from '../access.ts'
import { defineEndpoint, largeBody } from '../endpoint.ts'
import { oneCallExample } from '../http/examples.ts'
import { DeliveryRequest, OneCallRequest, OneCallResponse } from '../http/spools/one-call.ts'
import { Preflight } from '../http/spools/preflight.ts'
import { Passed, PassedText } from '../messages/passed-text.ts'
import { defineCommand, defineQuery } from '../operation.ts'
import { dryRunQuery } from '../query-parameters.ts'

/** Longer than the spool service waits for a run, so that its own answer arrives first. */
export const verificationDeadlineMs = 12_000

/**
 * What the ids of commands begin with whose requests came without an idempotency key: only who was told the drawn key, in an
 * answer that said to ask again, can ask for them again.
 */
export const drawnCommandPrefix = 'cmd_drawn_'

/** Begins the ids of commands that a payment asks for by itself; no key belongs to what they make. */
export const paidCommandPrefix = `cmd_${idPrefixes.payment}_`

/** The command of a payment, the same however often its call is repeated; what an account asks for by one belongs to that account. */
export function commandOfPayment(paymentId: string, isOfAccount: boolean): string {
  return isOfAccount ? `cmd_account_${paymentId}` : `cmd_${paymentId}`
}

/**
 * What is delivered, with its rows beside it as their canonical JSON: the reader of the body writes them once, and from there
 * they are hashed, stored and judged as that text.
 */
const delivery = { request: DeliveryRequest, rows: Passed }

/** A one-call request as its commands take it, its rows in memory of their own that a thread can hand over; throws CanonicalJsonError where the rows have no canonical form. */
export function deliveryInput({ evidence: { rows, ...evidence }, ...request }: OneCallRequest) {
  return {
    request: { ...request, evidence },
    rows: new PassedText(new TextEncoder().encode(canonicalJson(rows))),
  }
}

/** One call: agreement, evidence, verification and receipt. The reply is remembered by the command id. */
export const verifyDelivery = defineCommand('spool.verify-delivery', {
  input: z.strictObject({ ...delivery, paymentId: PaymentId.optional() }),
  output: OneCallResponse,
  refuses: [
    'ambiguity_required',
    'checker_error',
    'configuration_unavailable',
    'conflict',
    'credits_required',
    'evidence_too_large',
    'forbidden',
    'input_too_large',
    'not_allowed_in_unilateral_mode',
    'recipe_hash_mismatch',
    'recipe_not_found',
    'store_conflict',
    'unsupported_environment_capability',
    'validation_failed',
  ],
  // A delivery that is paid for by itself is sent on by the service that takes the payment.
  sentBy: ['billing'],
  http: {
    path: '/api/v1/verify',
    access: keyAccess(['full', 'verify']),
    tag: 'Verify',
    summary: 'Verify a delivery in one call',
    description:
      'Judges a delivery against conditions at once and issues a signed receipt. It makes and accepts a unilateral Spool on the way. It charges one run; `dry_run=true` judges without storing, signing or charging. To correct a delivery, send the whole request again under a new idempotency key: it is a new Spool and a new run.',
    hasViews: true,
    hasOwnRule: true,
    sandboxUse: 'verifies',
    deadlineMs: verificationDeadlineMs,
    query: dryRunQuery,
    body: OneCallRequest,
    bodyLimit: largeBody,
    example: oneCallExample,
    success: { status: 201, description: 'The verdict, the earned amount and the receipt.' },
    otherSuccess: {
      status: 200,
      description: 'For a dry run: the verdict and the price of a run.',
      content: Preflight,
    },
  },
})

/**
 * Reads a one-call request as far as it goes without work: what it agrees on, whether its receipt could be signed now, and how
 * many of its conditions were compiled from plain text. Refuses what the verification itself would refuse.
 */
export const appraiseDelivery = defineQuery('spool.appraise-delivery', {
  input: z.strictObject(delivery),
  output: z.strictObject({ freeTextCompiles: z.int().min(0) }),
  refuses: verifyDelivery.refuses,
  sentBy: ['billing'],
})

/** The same in the sandbox alone. */
export const verifySandboxDelivery = defineEndpoint({
  ...verifyDelivery.http,
  operationId: 'verify-sandbox-delivery',
  path: '/api/sandbox/verify',
  access: ownSessionAccess,
  tag: 'Sandbox',
  summary: 'Verify a delivery in one call, in the sandbox',
})

/**
 * The verdict and price of a one-call verification, executed; nothing is stored, signed or charged. It is work, so it is
 * not repeated like a query.
 */
export const previewDelivery = defineCommand('spool.preview-delivery', {
  input: z.strictObject(delivery),
  output: Preflight,
  refuses: verifyDelivery.refuses,
  sentBy: ['gateway'],
})
