import { isLoopbackUrl, isPublicHost } from '@outturn/checkers'
import { z } from 'zod'
import { SentInstant } from '../sent-instant.ts'
import {
  ConditionId,
  ConditionInput,
  EvidenceId,
  ExternalConditionResult,
  RunId,
  Sha256Digest,
  Sha256Hex,
} from '@outturn/agreement'
import {
  claimClasses,
  confirmationMethods,
  confirmationOutcomes,
  evidenceTypes,
  settlementModes,
  verdicts,
} from '@outturn/vocabulary'
import { UnitizationInput } from '../amounts.ts'
import { OneCallResponse, Provenance } from './one-call.ts'
import { OutcomeReceiptBody } from '../receipts/receipt.ts'
import { SpoolView } from './spool.ts'

/**
 * Body of the accept action. With `agreement_hash` the acceptance is of exactly those terms: others refuse with 409 and the
 * reason `terms_changed`. On an agent Spool it carries the digest of the current quote.
 */
export const AcceptRequest = z
  .strictObject({
    agreement_hash: Sha256Hex.optional().describe('That of the Spool as it was read.'),
    quote_digest: Sha256Digest.optional(),
  })
  .meta({ id: 'AcceptRequest' })
export type AcceptRequest = z.infer<typeof AcceptRequest>

/** Body of the amend action; at least one of the three. */
export const AmendRequest = z
  .strictObject({
    add_conditions: z.array(ConditionInput).max(100).optional(),
    remove_condition_ids: z.array(ConditionId).max(100).optional(),
    unitization: UnitizationInput.optional(),
  })
  .meta({ id: 'AmendRequest' })
export type AmendRequest = z.infer<typeof AmendRequest>

export const CommitRequest = z
  .strictObject({
    payment_method: z
      .string()
      .regex(/^pm_[A-Za-z0-9_]{1,120}$/)
      .optional(),
    direct_signer: z.literal('principal_runtime').optional(),
    settlement_mode: z.enum(settlementModes).optional(),
  })
  .refine(
    ({ payment_method: card, direct_signer: signer, settlement_mode: mode }) =>
      card === undefined || (signer === undefined && mode === undefined),
    {
      path: ['payment_method'],
      message: 'pays by card; leave it out where a wallet pays by settlement_mode or direct_signer',
    },
  )
  .meta({ id: 'CommitRequest' })

/** Where a browser ends: a host that anyone can reach, or this machine, which a local system alone takes. */
const browserUrl = z
  .url({ protocol: /^https$/, error: 'must be an https address, such as https://example.com/done' })
  .max(2_048)
  .refine(hasNoUserInfo, 'must not name a user or password before its host')
  .refine(
    (text) => isLoopbackUrl(text) || isPublicHost(hostOf(text)),
    'must name a host of the public internet, such as example.com',
  )

function hasNoUserInfo(text: string): boolean {
  const { username = '', password = '' } = URL.parse(text) ?? {}
  return username === '' && password === '' && !/^https:\/*[^/?#]*@/i.test(text)
}

function hostOf(text: string): string {
  return URL.parse(text)?.hostname ?? ''
}

export const OnboardProviderRequest = z
  .strictObject({ refresh_url: browserUrl, return_url: browserUrl })
  .meta({ id: 'OnboardProviderRequest' })

/**
 * Body of the evidence action. Inline content is one of `metadata.rows`, `.text`, `.json`, or `.content_base64` with
 * `.media_type` (of a workbook with `metadata.sheet`, the sheet that is read); larger material is referenced by `metadata.url` or `metadata.sha256`.
 */
export const EvidenceRequest = z
  .strictObject({
    condition_id: ConditionId,
    type: z.enum(evidenceTypes),
    source: z.string().min(1).max(2_048),
    metadata: z.record(z.string(), z.unknown()).default({}),
    on_behalf_of: z
      .string()
      .min(1)
      .max(40)
      .optional()
      .describe('A role ("provider", "seller", "buyer", "client") or a party id.'),
    provenance: Provenance.optional(),
    claim_class: z.enum(claimClasses).optional(),
  })
  .meta({ id: 'EvidenceRequest' })
export type EvidenceRequest = z.infer<typeof EvidenceRequest>

export const ConfirmationInput = z
  .strictObject({
    condition_id: ConditionId,
    method: z.enum(confirmationMethods),
    outcome: z.enum(confirmationOutcomes),
    evidence_refs: z
      .array(EvidenceId)
      .max(100)
      .default([])
      .describe(
        'Ids of the evidence that was looked at: all current items of the condition, as its `confirmation.evidence_ids` lists them. Where there is such evidence, `evidence_refs`, `evidence_digest` or If-Match is required.',
      ),
    evidence_digest: Sha256Hex.optional().describe(
      'The evidence_digest that the Spool showed for the condition; refused with 409 where the evidence has changed since.',
    ),
    detail: z.string().max(2_000).optional(),
  })
  .meta({ id: 'Confirmation' })
export type ConfirmationInput = z.infer<typeof ConfirmationInput>

/** Body of the confirm action of the sandbox: one confirmation, or a list of them. */
export const ConfirmRequest = z
  .union([
    ConfirmationInput,
    z.strictObject({
      confirmations: z.array(ConfirmationInput).min(1).max(100).describe('Confirmations to record together.'),
    }),
  ])
  .meta({ id: 'ConfirmRequest' })
export type ConfirmRequest = z.infer<typeof ConfirmRequest>

/** Items that one dry run takes along. */
const mostPreviewedItems = 20

export const VerifySpoolRequest = z
  .strictObject({
    confirmations: z.array(ConfirmationInput).max(100).optional(),
    evidence: z
      .array(EvidenceRequest)
      .max(mostPreviewedItems)
      .optional()
      .describe(
        'For a dry run alone: items to judge beside those that the Spool holds. None of them is kept.',
      ),
  })
  .meta({ id: 'VerifySpoolRequest' })
export type VerifySpoolRequest = z.infer<typeof VerifySpoolRequest>

/** The Spool after a verify action with what the run came to; without a run, while confirmations are missing, nulls and zeros. */
export const VerifiedSpool = SpoolView.extend({
  receipt: OutcomeReceiptBody.nullable(),
  receipt_url: z.string().nullable(),
  attestation: OneCallResponse.shape.attestation,
  verification_run_id: RunId.nullable(),
  earned_cents: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  rejections: OneCallResponse.shape.rejections,
  rejections_truncated: z.boolean().optional(),
  signing: OneCallResponse.shape.signing,
  charged: OneCallResponse.shape.charged,
  unchanged: z
    .literal(true)
    .optional()
    .describe(
      'There is nothing new to judge since the last run: this is its result and its receipt again, and nothing was charged.',
    ),
}).meta({ id: 'VerifiedSpool' })
export type VerifiedSpool = z.infer<typeof VerifiedSpool>

/** Body of the external-result action: the signed judgment of the declared outside judge. */
export const ExternalResultRequest = z
  .strictObject({
    evaluator: z.string().min(1).max(64),
    verdict: z.enum(verdicts),
    condition_results: z.array(ExternalConditionResult).min(1).max(100),
    proof: z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('ed25519'),
        key_id: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .exactOptional(),
        signature: z.string().max(200),
      }),
      z.strictObject({
        type: z.literal('jws'),
        jws: z.string().max(20_000).describe('Compact, detached payload.'),
      }),
      z.strictObject({ type: z.literal('eip712'), signature: z.string().regex(/^0x[0-9a-fA-F]{130}$/) }),
      z.strictObject({ type: z.literal('hmac_sha256'), signature: z.string().max(200) }),
    ]),
    observed_at: SentInstant,
    evidence_refs: z.array(EvidenceId).max(100).optional(),
  })
  .meta({ id: 'ExternalResultRequest' })
export type ExternalResultRequest = z.infer<typeof ExternalResultRequest>
