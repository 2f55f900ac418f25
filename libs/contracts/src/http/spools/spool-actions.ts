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
    agreement_hash: Sha256Hex.optional().describe(
      'Hash of the agreement that you read. The request is refused if the terms have changed since.',
    ),
    quote_digest: Sha256Digest.optional().describe(
      'Digest of the current quote. Required on Spools of type `agent_task`.',
    ),
  })
  .meta({ id: 'AcceptRequest' })
export type AcceptRequest = z.infer<typeof AcceptRequest>

/** Body of the amend action; at least one of the three. */
export const AmendRequest = z
  .strictObject({
    add_conditions: z.array(ConditionInput).max(100).optional().describe('Conditions to add.'),
    remove_condition_ids: z
      .array(ConditionId)
      .max(100)
      .optional()
      .describe('IDs of the conditions to remove.'),
    unitization: UnitizationInput.optional().describe('New number of units and price of each.'),
  })
  .meta({ id: 'AmendRequest' })
export type AmendRequest = z.infer<typeof AmendRequest>

export const CommitRequest = z
  .strictObject({
    payment_method: z
      .string()
      .regex(/^pm_[A-Za-z0-9_]{1,120}$/)
      .optional()
      .meta({ description: 'ID of a card payment method at the payment processor.', examples: ['pm_1'] }),
    direct_signer: z
      .literal('principal_runtime')
      .optional()
      .describe('Signer of the transfers, if a wallet settles directly after the verdict.'),
    settlement_mode: z
      .enum(settlementModes)
      .optional()
      .describe(
        'Way in which a wallet settles: it signs the transfers after the verdict, or it grants a spend permission in advance.',
      ),
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
  .strictObject({
    refresh_url: browserUrl.meta({
      description:
        'URL to which the provider is sent if the set-up link has expired. A confirmation page is shown first unless the host is allowed for the account.',
      examples: ['https://example.com/again'],
    }),
    return_url: browserUrl.meta({
      description:
        'URL to which the provider is sent after the set-up. A confirmation page is shown first unless the host is allowed for the account.',
      examples: ['https://example.com/done'],
    }),
  })
  .meta({ id: 'OnboardProviderRequest' })

/**
 * Body of the evidence action. Inline content is one of `metadata.rows`, `.text`, `.json`, or `.content_base64` with
 * `.media_type` (of a workbook with `metadata.sheet`, the sheet that is read); larger material is referenced by `metadata.url` or `metadata.sha256`.
 */
export const EvidenceRequest = z
  .strictObject({
    condition_id: ConditionId.describe('ID of the condition that the evidence supports.'),
    type: z.enum(evidenceTypes).describe('Type of evidence.'),
    source: z
      .string()
      .min(1)
      .max(2_048)
      .meta({
        description:
          'Name of the source of the evidence, in your own words. The item replaces an earlier one of the same condition and source; tables of different sources are counted together.',
        examples: ['crm export'],
      }),
    metadata: z
      .record(z.string(), z.unknown())
      .default({})
      .describe(
        'Content of the evidence in one form, and your own notes. Inline content is one of `rows`, `text`, `json`, or `content_base64` with `media_type`; larger content is referenced by `url` or `sha256`.',
      ),
    on_behalf_of: z
      .string()
      .min(1)
      .max(40)
      .optional()
      .meta({
        description:
          'Party in whose name the evidence is submitted: a role (`provider`, `seller`, `buyer`, `client`) or a party ID.',
        examples: ['provider'],
      }),
    provenance: Provenance.optional().meta({
      description: 'Method by which you obtained the evidence.',
      examples: ['uploaded_json'],
    }),
    claim_class: z.enum(claimClasses).optional().describe('Kind of claim that the evidence supports.'),
  })
  .meta({ id: 'EvidenceRequest' })
export type EvidenceRequest = z.infer<typeof EvidenceRequest>

export const ConfirmationInput = z
  .strictObject({
    condition_id: ConditionId.describe('ID of the condition to confirm.'),
    method: z.enum(confirmationMethods).describe('Parties that must confirm the condition, as agreed.'),
    outcome: z.enum(confirmationOutcomes).describe('Your decision on the condition.'),
    evidence_refs: z
      .array(EvidenceId)
      .max(100)
      .default([])
      .describe(
        'IDs of the evidence items that you reviewed: all current items of the condition, as listed in its `confirmation.evidence_ids`. If the condition has evidence, `evidence_refs`, `evidence_digest` or the If-Match header is required.',
      ),
    evidence_digest: Sha256Hex.optional().describe(
      'The `evidence_digest` that the Spool showed for the condition. The request is refused with 409 if the evidence has changed since.',
    ),
    detail: z
      .string()
      .max(2_000)
      .optional()
      .meta({ description: 'Comment on the decision.', examples: ['Checked ten rows by phone.'] }),
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
    confirmations: z
      .array(ConfirmationInput)
      .max(100)
      .optional()
      .describe('Confirmations by the caller for conditions that the parties confirm.'),
    evidence: z
      .array(EvidenceRequest)
      .max(mostPreviewedItems)
      .optional()
      .describe(
        'Additional evidence for a dry run. It is verified together with the stored evidence and not stored.',
      ),
  })
  .meta({ id: 'VerifySpoolRequest' })
export type VerifySpoolRequest = z.infer<typeof VerifySpoolRequest>

/** The Spool after a verify action with what the run came to; without a run, while confirmations are missing, nulls and zeros. */
export const VerifiedSpool = SpoolView.extend({
  receipt: OutcomeReceiptBody.nullable().describe('The signed receipt; null if there was no run.'),
  receipt_url: z
    .string()
    .nullable()
    .meta({
      description: 'URL of the receipt page; null if there is no receipt.',
      examples: ['https://outturn.example/r/ocr_0123456789abcdef01234567'],
    }),
  attestation: OneCallResponse.shape.attestation.describe(
    'Attestation of the same verdict; null if there was no run.',
  ),
  verification_run_id: RunId.nullable().describe('ID of the verification run; null if there was no run.'),
  earned_cents: z.int().meta({ description: 'Earned amount, in cents.', examples: [400] }),
  accepted: z.int().meta({
    description: 'Number of accepted units. A delivery without units counts as one.',
    examples: [2],
  }),
  rejected: z.int().meta({
    description: 'Number of rejected units. A delivery without units counts as one.',
    examples: [1],
  }),
  rejections: OneCallResponse.shape.rejections.describe(
    'Rejected units in ascending order, each with its first reason.',
  ),
  rejections_truncated: z.boolean().optional().describe('True if more units were rejected than are listed.'),
  signing: OneCallResponse.shape.signing.describe('Present if this deployment does not sign receipts.'),
  charged: OneCallResponse.shape.charged.describe(
    'Present and false if the run is not charged because the service itself could not reach data that the verdict needs.',
  ),
  unchanged: z
    .literal(true)
    .optional()
    .describe(
      'True if nothing has changed since the latest run. The result and receipt of that run are returned, and nothing is charged.',
    ),
}).meta({ id: 'VerifiedSpool', extends: 'Spool' })
export type VerifiedSpool = z.infer<typeof VerifiedSpool>

/** Body of the external-result action: the signed judgment of the declared outside judge. */
export const ExternalResultRequest = z
  .strictObject({
    evaluator: z
      .string()
      .min(1)
      .max(64)
      .meta({ description: 'ID of the external party, as agreed in the condition.', examples: ['qa-lab-1'] }),
    verdict: z.enum(verdicts).describe('Overall verdict of the external party.'),
    condition_results: z
      .array(ExternalConditionResult)
      .min(1)
      .max(100)
      .describe('Result of each condition that the external party decides.'),
    proof: z
      .discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('ed25519').describe('Type of signature.'),
          key_id: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .exactOptional()
            .meta({
              description: 'SHA-256 of the public key of the external party, in hexadecimal.',
              examples: ['0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
            }),
          signature: z
            .string()
            .max(200)
            .meta({
              description: 'Ed25519 signature in base64url.',
              examples: [
                'i7pnjiUD2gYXZq13c29lGns_YYT_sdFL5xC5wLLPh4kYGrQ2V4vPoedNXBSnwvlV3eZ7U1WlBUjii4PzOnIgCg',
              ],
            }),
        }),
        z.strictObject({
          type: z.literal('jws').describe('Type of signature.'),
          jws: z
            .string()
            .max(20_000)
            .meta({
              description: 'Compact JWS with a detached payload.',
              examples: ['eyJhbGciOiJFZERTQSJ9..c2lnbmF0dXJl'],
            }),
        }),
        z.strictObject({
          type: z.literal('eip712').describe('Type of signature.'),
          signature: z
            .string()
            .regex(/^0x[0-9a-fA-F]{130}$/)
            .meta({
              description: 'EIP-712 signature as 0x and hexadecimal digits.',
              examples: [
                '0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab',
              ],
            }),
        }),
        z.strictObject({
          type: z.literal('hmac_sha256').describe('Type of signature.'),
          signature: z
            .string()
            .max(200)
            .meta({
              description: 'HMAC-SHA-256 of the result in base64url.',
              examples: ['47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'],
            }),
        }),
      ])
      .describe('Signature of the external party over the result.'),
    observed_at: SentInstant.meta({
      description: 'Time of the evaluation.',
      examples: ['2026-01-31T17:00:00.000Z'],
    }),
    evidence_refs: z
      .array(EvidenceId)
      .max(100)
      .optional()
      .describe('IDs of the evidence items that the external party evaluated.'),
  })
  .meta({ id: 'ExternalResultRequest' })
export type ExternalResultRequest = z.infer<typeof ExternalResultRequest>
