import { type checkJudgeProof, type CommandInput, unavailable } from '@outturn/contracts'
import { checkEd25519 } from './ed25519-proof.ts'
import { checkEip712 } from './eip712-proof.ts'
import { checkHmac } from './hmac-proof.ts'
import { checkJws } from './jws-proof.ts'
import { notProven, type ProofFinding } from './proof-finding.ts'

/** Secrets of configured sources by their id. */
export type JudgeSecrets = Readonly<Record<string, string>>

/**
 * Whether the proof is the declared judge's own over the text. Throws the refusal `configuration_unavailable` where the
 * secret that would decide is not configured.
 */
export async function judgeProof(
  { judge, text, proof }: CommandInput<typeof checkJudgeProof>,
  secrets: JudgeSecrets,
): Promise<ProofFinding> {
  const declared = judge.proof
  switch (declared.type) {
    case 'ed25519':
      return proof.type === declared.type ? checkEd25519(text, declared, proof) : otherType
    case 'jws':
      return proof.type === declared.type ? checkJws(text, declared, proof) : otherType
    case 'eip712':
      return proof.type === declared.type ? checkEip712(text, declared, proof) : otherType
    case 'hmac_sha256':
      return proof.type === declared.type
        ? checkHmac(text, secretOf(declared.source_id, secrets), proof)
        : otherType
    default:
      return declared satisfies never
  }
}

const otherType = notProven('proof_type_mismatch')

function secretOf(sourceId: string, secrets: JudgeSecrets): string {
  const secret = Object.hasOwn(secrets, sourceId) ? secrets[sourceId] : undefined
  if (secret !== undefined) return secret
  throw unavailable('The secret of the judge is not configured here.', {
    reason: 'judge_secret_unavailable',
    remediation:
      'Ask the operator to configure the secret of the source, or agree on a judge with a public key.',
  })
}
