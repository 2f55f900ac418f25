import { z } from 'zod'
import { DeterministicCheck } from '@outturn/checkers'
import { confirmationMethods, type VerificationMethod } from '@outturn/vocabulary'
import type { PlanCheck } from './run-input.ts'

/** The checker that a condition declares, or null when it is judged by another method. */
export function checkerOf(check: PlanCheck | null): DeterministicCheck | null {
  return check !== null && 'checker' in check ? check : null
}

const name = z.string().min(1)

const judgeProof = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ed25519'), public_key: name }),
  z.strictObject({ type: z.literal('jws'), jwk: z.record(z.string(), z.json()) }),
  z.strictObject({ type: z.literal('eip712'), address: name }),
  z.strictObject({ type: z.literal('hmac_sha256'), source_id: name }),
])

const planChecks = {
  deterministic: DeterministicCheck,
  human_confirmed: z.strictObject({ confirmation_method: z.enum(confirmationMethods) }),
  ai_assisted: z.strictObject({
    claim_cited: z.strictObject({ claim: name, evidence_ref: name.exactOptional() }),
  }),
  external_tool: z.strictObject({
    external_judge: z.strictObject({
      id: name,
      name,
      proof: judgeProof,
      max_age_seconds: z.int().min(1).exactOptional(),
    }),
  }),
} satisfies { readonly [Method in VerificationMethod]: z.ZodType<PlanCheck> }

/** What a plan has as the check of a condition of this method: its checker, or the terms of the method. */
export function planCheckOf(method: VerificationMethod): z.ZodType<PlanCheck> {
  return planChecks[method]
}
