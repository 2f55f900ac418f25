import { z } from 'zod'
import { Json } from './json.ts'

const base64url32Bytes = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** How an outside judge proves that a result is its own. `hmac_sha256` is the weakest: the verifier could have made it. */
export const JudgeProof = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('ed25519').describe('Type of signature.'),
    public_key: base64url32Bytes.meta({
      description: 'Raw Ed25519 public key in base64url.',
      examples: ['iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w'],
    }),
  }),
  z.strictObject({
    type: z.literal('jws').describe('Type of signature.'),
    jwk: z.record(z.string(), Json).describe('Public key as a JSON Web Key.'),
  }),
  z.strictObject({
    type: z.literal('eip712').describe('Type of signature.'),
    address: z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/)
      .meta({
        description: 'Ethereum address of the signing wallet.',
        examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
      }),
  }),
  z.strictObject({
    type: z.literal('hmac_sha256').describe('Type of signature.'),
    source_id: z
      .string()
      .min(1)
      .max(120)
      .meta({ description: 'ID of the shared secret that verifies the signature.', examples: ['warehouse'] }),
  }),
])
export type JudgeProof = z.infer<typeof JudgeProof>

/** The one outside judge whose result counts for a condition. */
export const ExternalJudge = z
  .strictObject({
    id: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9._-]{0,63}$/,
        'must be 1 to 64 lower-case letters, digits, dots, dashes and underscores, and begin with a letter or digit',
      )
      .meta({
        description: 'ID of the external party.',
        examples: ['qa-lab-1'],
      }),
    name: z
      .string()
      .min(1)
      .max(120)
      .meta({ description: 'Name of the external party.', examples: ['QA Lab'] }),
    proof: JudgeProof.describe('Key that verifies the results of the external party.'),
    max_age_seconds: z
      .int()
      .min(1)
      .max(315_360_000)
      .exactOptional()
      .meta({
        description: 'Maximum age of a result when the condition is evaluated, in seconds.',
        examples: [86400],
      }),
  })
  .meta({ id: 'ExternalJudge' })
export type ExternalJudge = z.infer<typeof ExternalJudge>

/** One bounded claim, over all evidence of its condition or over the items of one source. */
export const CitedClaim = z
  .strictObject({
    claim: z
      .string()
      .min(1)
      .max(500)
      .meta({
        description: 'Claim that the evidence must support.',
        examples: ['The premises were inspected in May.'],
      }),
    evidence_ref: z
      .string()
      .min(1)
      .max(2_048)
      .exactOptional()
      .meta({
        description:
          'Source of the evidence to check. If omitted, all evidence for the condition is checked.',
        examples: ['inspection report'],
      }),
  })
  .meta({ id: 'CitedClaim' })
export type CitedClaim = z.infer<typeof CitedClaim>
