import { z } from 'zod'
import { Json } from './json.ts'

const base64url32Bytes = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** How an outside judge proves that a result is its own. `hmac_sha256` is the weakest: the verifier could have made it. */
export const JudgeProof = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ed25519'), public_key: base64url32Bytes }),
  z.strictObject({ type: z.literal('jws'), jwk: z.record(z.string(), Json) }),
  z.strictObject({ type: z.literal('eip712'), address: z.string().regex(/^0x[0-9a-fA-F]{40}$/) }),
  z.strictObject({ type: z.literal('hmac_sha256'), source_id: z.string().min(1).max(120) }),
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
      ),
    name: z.string().min(1).max(120),
    proof: JudgeProof,
    max_age_seconds: z.int().min(1).max(315_360_000).exactOptional(),
  })
  .meta({ id: 'ExternalJudge' })
export type ExternalJudge = z.infer<typeof ExternalJudge>

/** One bounded claim, over all evidence of its condition or over the items of one source. */
export const CitedClaim = z.strictObject({
  claim: z.string().min(1).max(500),
  evidence_ref: z.string().min(1).max(2_048).exactOptional(),
})
export type CitedClaim = z.infer<typeof CitedClaim>
