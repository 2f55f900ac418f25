import { DeterministicCheck } from '@outturn/checkers'
import {
  confirmationMethods,
  evidenceTypes,
  missingEvidenceResults,
  provenanceSlugs,
  verificationMethods,
} from '@outturn/vocabulary'
import { z } from 'zod'

/** What a condition asks of the evidence it is judged on. */
export const EvidenceRequirement = z
  .strictObject({
    expected_type: z.enum(evidenceTypes),
    source_ref: z.string().min(1).max(2_048),
    provenance: z.array(z.enum(provenanceSlugs)).min(1).optional(),
    supplier: z.string().min(1).max(120).optional().describe('"provider", "buyer" or a party id.'),
    freshness: z.strictObject({ max_age_seconds: z.int().min(1).max(315_360_000) }).optional(),
    on_missing: z.enum(missingEvidenceResults).optional(),
  })
  .meta({ id: 'EvidenceRequirement' })

const base64url32Bytes = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** How an outside judge proves its result. `hmac_sha256` is the weakest: its verifier could have made it. */
export const JudgeProofTerms = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ed25519'), public_key: base64url32Bytes }),
  z.strictObject({ type: z.literal('jws'), jwk: z.record(z.string(), z.unknown()) }),
  z.strictObject({ type: z.literal('eip712'), address: z.string().regex(/^0x[0-9a-fA-F]{40}$/) }),
  z.strictObject({ type: z.literal('hmac_sha256'), source_id: z.string().min(1).max(120) }),
])

export const ExternalJudgeTerms = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/),
    name: z.string().min(1).max(120),
    proof: JudgeProofTerms,
    max_age_seconds: z.int().min(1).max(315_360_000).optional(),
  })
  .meta({ id: 'ExternalJudge' })

/**
 * A condition as its author writes it. Which keys belong to which method is a rule of meaning, not of shape: a key of
 * another method, no check or several checks are refused with 422 by the Spool service.
 */
export const ConditionInput = z
  .strictObject({
    description: z.string().min(1).max(2_000),
    required: z.boolean(),
    verification_method: z.enum(verificationMethods),
    deterministic_check: z
      .union([DeterministicCheck, z.array(DeterministicCheck).max(9)])
      .optional()
      .describe('Exactly one checker.'),
    confirmation_method: z.enum(confirmationMethods).optional(),
    claim_cited: z
      .strictObject({
        claim: z.string().min(1).max(500),
        evidence_ref: z.string().min(1).max(2_048).optional(),
      })
      .optional(),
    external_judge: ExternalJudgeTerms.optional(),
    evidence_requirements: z
      .union([EvidenceRequirement, z.array(EvidenceRequirement).max(20)])
      .optional()
      .describe('A single requirement is taken as a list of one.'),
  })
  .meta({ id: 'ConditionInput' })
export type ConditionInput = z.infer<typeof ConditionInput>
