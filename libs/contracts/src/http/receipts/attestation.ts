import { AttestationId, ConditionId, SpoolId, Timestamp, jsonSchemaOf } from '@outturn/agreement'
import { conditionOutcomes, conditionRequirements, environments, verdicts } from '@outturn/vocabulary'
import { z } from 'zod'
import { Ed25519Signature } from './ed25519-signature.ts'

const attestedCondition = z.strictObject({
  conditionId: ConditionId.describe('ID of the condition.'),
  result: z.enum(conditionOutcomes).describe('Result of the condition.'),
  method: z
    .string()
    .meta({ description: 'Verification method of the condition.', examples: ['deterministic'] }),
  requirement: z
    .enum(conditionRequirements)
    .describe('`mandatory` if the verdict depends on the condition, otherwise `optional`.'),
})

/** Members of an attestation that its issuer decides; id, times, verification digest, key and signature are the signer's. */
const attestationClaims = {
  compilationVersion: z.string().meta({
    description: 'Version of the compiler that made the plan from the agreement.',
    examples: ['1.0.0'],
  }),
  verificationPlanVersion: z.string().meta({ description: 'Version of the plan format.', examples: ['1'] }),
  result: z.enum(verdicts).describe('Verdict of the run.'),
  approvedAmount: z
    .string()
    .meta({ description: 'Earned amount, as a decimal with two places.', examples: ['4.00'] }),
  maximumAmount: z
    .string()
    .meta({ description: 'Committed amount, as a decimal with two places.', examples: ['5.00'] }),
  assetOrCurrency: z.string().meta({ description: 'Currency of the amounts.', examples: ['USD'] }),
  payerPartyId: z
    .string()
    .meta({ description: 'ID of the party that pays.', examples: ['pty_0123456789abcdef01234567'] }),
  providerPartyId: z
    .string()
    .meta({ description: 'ID of the party that delivers.', examples: ['pty_0123456789abcdef01234567'] }),
  // What others send may have any form: the signature decides.
  conditionResults: z
    .array(z.record(z.string(), z.unknown()))
    .meta({ description: 'Result of each condition.', items: jsonSchemaOf(attestedCondition) }),
  evidenceDigest: z.string().meta({
    description: 'SHA-256 of the evidence.',
    examples: ['sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
  }),
}
const providerDestination = z
  .string()
  .optional()
  .meta({
    description:
      'Wallet at which the provider is paid. Covered by the signature, but not by `verificationDigest`.',
    examples: ['wallet:eip155:42431:0x52908400098527886E0F7030069857D2E4169EE7'],
  })

export const AttestationClaims = z.strictObject({ ...attestationClaims, providerDestination })

/** The lower-level signed verdict. Strict: every key of the contract and no other. */
export const AttestationBody = z
  .strictObject({
    id: AttestationId.describe('ID of the attestation.'),
    environment: z.enum(environments).describe('Environment in which the attestation was issued.'),
    spoolId: SpoolId.describe('ID of the Spool.'),
    ...attestationClaims,
    verificationDigest: z.string().meta({
      description: 'SHA-256 of the verdict.',
      examples: ['sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
    }),
    issuedAt: z.iso.datetime({ offset: true }).meta({
      description: 'Time at which the attestation was signed.',
      examples: ['2026-01-31T17:00:00.000Z'],
    }),
    expiresAt: z.iso.datetime({ offset: true }).meta({
      description: 'Time at which the attestation expires.',
      examples: ['2026-02-01T17:00:00.000Z'],
    }),
    nonce: z.string().meta({
      description: 'Random value that makes the attestation unique.',
      examples: ['n_0123456789abcdef0123456789abcdef'],
    }),
    signingKeyId: z.string().meta({
      description: 'SHA-256 of the public key that verifies the signature.',
      examples: ['0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
    }),
    signature: Ed25519Signature,
    providerDestination,
  })
  .meta({ id: 'Attestation' })
export type AttestationBody = z.infer<typeof AttestationBody>

export const AttestationVerdict = z
  .strictObject({
    valid: z.boolean().describe('True if the signature and all other checks of the attestation pass.'),
    environment: z.enum(environments).describe('Environment that the attestation names.'),
    reasons: z
      .array(z.string())
      .describe('Codes of the checks that failed; empty if the attestation is valid.'),
    checked_at: Timestamp.describe('Time of the check.'),
  })
  .meta({ id: 'AttestationVerdict' })
export type AttestationVerdict = z.infer<typeof AttestationVerdict>
