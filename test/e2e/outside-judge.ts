import { generateKeyPairSync, sign } from 'node:crypto'
import type { ExternalResultRequest, SpoolView } from '@outturn/contracts'
import { externalResultPreimage } from '@outturn/receipt-verifier/issuing'
import type { Agreement } from './agreement.ts'

type Result = ExternalResultRequest['verdict']

/** A laboratory with a key of its own, as an agreement declares it, and the results that it signs. */
export function openLaboratory() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const condition = {
    description: 'The laboratory passes it.',
    required: true,
    verification_method: 'external_tool',
    external_judge: {
      id: 'qa-lab-1',
      name: 'QA Lab',
      proof: { type: 'ed25519', public_key: publicKey.export({ format: 'jwk' }).x ?? '' },
    },
  } as const satisfies Agreement['conditions'][number]

  /** Its result on conditions of a Spool, usually on all that declare it, bound to the Spool and its agreement. */
  function judged(
    spool: SpoolView,
    result: Result,
    observedAt: Date,
    conditionIds = declaring(spool),
  ): ExternalResultRequest {
    const said = {
      evaluator: condition.external_judge.id,
      verdict: result,
      condition_results: conditionIds.map((id) => ({ condition_id: id, result })),
      observed_at: observedAt.toISOString(),
      evidence_refs: [],
    }
    const text = externalResultPreimage('outturn', {
      spool_id: spool.id,
      agreement_hash: spool.agreement.agreement_hash,
      ...said,
    })
    const signature = sign(null, Buffer.from(text), privateKey).toString('base64url')
    return { ...said, proof: { type: 'ed25519', signature } }
  }

  return { condition, judged }
}
export type Laboratory = ReturnType<typeof openLaboratory>

/** Conditions that an outside judge decides. */
export function declaring({ conditions }: SpoolView): string[] {
  return conditions.filter((each) => each['external_judge'] !== undefined).map(({ id }) => id)
}
