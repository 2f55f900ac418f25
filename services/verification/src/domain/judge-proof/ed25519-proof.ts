import { fromBase64Url, signingKeyIdOf } from '@outturn/canonical'
import { nodeSha256, nodeVerifier } from '@outturn/canonical/node'
import { defineJudgeProof, notProven, provenByJudge } from './proof-finding.ts'

/** A strict Ed25519 signature over the UTF-8 bytes of the text. */
export const ed25519Proof = defineJudgeProof('ed25519', (text, { public_key }, { key_id, signature }) => {
  const key = fromBase64Url(public_key)
  if (key?.length !== 32) return notProven('unusable_key')
  if (key_id !== undefined && key_id !== signingKeyIdOf(key, nodeSha256)) return notProven('key_id_mismatch')
  const signed = fromBase64Url(signature)
  if (signed?.length !== 64) return notProven('malformed_signature')
  return nodeVerifier(text, signed, key) ? provenByJudge : notProven('invalid_signature')
})
