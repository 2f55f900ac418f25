import { generateKeyPairSync, sign } from 'node:crypto'
import { canonicalJson } from '@outturn/canonical'
import type { Agreement } from '../agreement.ts'
import { accepted } from './accepted-spool.ts'
import { filled, type Preparations, type PreparedCall, type Side } from './preparation.ts'

export const judgePreparations: Preparations = {
  'POST /api/v1/spools/{id}/external-result': judged,
}

export const labId = 'lab'

/** A judge with a key of its own, and the condition that declares it. */
export function lab() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = String(publicKey.export({ format: 'jwk' }).x)
  const condition: Agreement['conditions'][number] = {
    description: 'The lab passes it.',
    required: true,
    verification_method: 'external_tool',
    external_judge: { id: labId, name: 'The lab', proof: { type: 'ed25519', public_key: key } },
  }
  const signed = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url')
  return { condition, signed }
}

/** The signed word of a declared judge. The sandbox has no judges, so there the Spool is one without. */
async function judged(side: Side, path: string): Promise<PreparedCall> {
  const { condition, signed } = lab()
  const spool = await accepted(side, side.isSandbox ? {} : { conditions: [condition] })
  const result = {
    evaluator: labId,
    verdict: 'pass',
    condition_results: [{ condition_id: spool.conditions[0]?.id ?? '', result: 'pass' }],
    observed_at: spool.updated_at,
  }
  const text = canonicalJson({
    schema: 'outturn/external-result@1',
    spool_id: spool.id,
    agreement_hash: spool.agreement.agreement_hash,
    ...result,
    evidence_refs: [],
  })
  const proof = { type: 'ed25519', signature: signed(text) }
  return { path: filled(path, spool.id), body: { ...result, proof } }
}
