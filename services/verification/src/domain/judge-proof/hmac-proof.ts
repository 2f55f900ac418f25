import { timingSafeEqual } from 'node:crypto'
import { fromBase64Url } from '@outturn/canonical'
import { nodeHmacSha256 } from '@outturn/canonical/node'
import { notProven, type ProofFinding, provenByJudge } from './proof-finding.ts'

/** An HMAC-SHA256 over the UTF-8 bytes of the text. The weakest proof: whoever can check it can make it. */
export function checkHmac(
  text: string,
  secret: string,
  { signature }: { readonly signature: string },
): ProofFinding {
  const given = fromBase64Url(signature)
  if (given?.length !== 32) return notProven('malformed_signature')
  const utf8 = new TextEncoder()
  const expected = nodeHmacSha256(utf8.encode(secret), utf8.encode(text))
  return timingSafeEqual(expected, given) ? provenByJudge : notProven('invalid_signature')
}
