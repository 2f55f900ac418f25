import type { checkJudgeProof, CommandInput } from '@outturn/contracts'
import { ed25519Proof } from './ed25519-proof.ts'
import { eip712Proof } from './eip712-proof.ts'
import { hmacProof } from './hmac-proof.ts'
import { jwsProof } from './jws-proof.ts'
import { type AnyJudgeProof, type JudgeSecrets, notProven, type ProofFinding } from './proof-finding.ts'

const proofs: readonly AnyJudgeProof[] = [ed25519Proof, jwsProof, eip712Proof, hmacProof]

/**
 * Whether the proof is the declared judge's own over the text. Throws the refusal `configuration_unavailable` where the
 * secret that would decide is not configured.
 */
export async function judgeProof(
  { judge, text, proof }: CommandInput<typeof checkJudgeProof>,
  secrets: JudgeSecrets,
): Promise<ProofFinding> {
  const declared = judge.proof
  if (proof.type !== declared.type) return notProven('proof_type_mismatch')
  const known = proofs.find(({ type }) => type === declared.type)
  if (known === undefined) throw new Error(`there is no judge proof ${declared.type}`)
  return known.check(text, declared, proof, secrets)
}
