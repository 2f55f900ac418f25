import { timingSafeEqual } from 'node:crypto'
import { fromBase64Url } from '@outturn/canonical'
import { nodeHmacSha256 } from '@outturn/canonical/node'
import { unavailable } from '@outturn/contracts'
import { defineJudgeProof, type JudgeSecrets, notProven, provenByJudge } from './proof-finding.ts'

/** An HMAC-SHA256 over the UTF-8 bytes of the text. The weakest proof: a party that can check it can make it. */
export const hmacProof = defineJudgeProof('hmac_sha256', (text, { source_id }, { signature }, secrets) => {
  const secret = secretOf(source_id, secrets)
  const given = fromBase64Url(signature)
  if (given?.length !== 32) return notProven('malformed_signature')
  const utf8 = new TextEncoder()
  const expected = nodeHmacSha256(utf8.encode(secret), utf8.encode(text))
  return timingSafeEqual(expected, given) ? provenByJudge : notProven('invalid_signature')
})

function secretOf(sourceId: string, secrets: JudgeSecrets): string {
  const secret = Object.hasOwn(secrets, sourceId) ? secrets[sourceId] : undefined
  if (secret !== undefined) return secret
  throw unavailable('The secret of the judge is not configured here.', {
    reason: 'judge_secret_unavailable',
    remediation:
      'Ask the operator to configure the secret of the source, or agree on a judge with a public key.',
  })
}
