import { toBase64Url } from '@outturn/canonical'
import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose'
import { defineJudgeProof, notProven, provenByJudge } from './proof-finding.ts'

/** Signature algorithms with a public key; `none` and shared secrets are no proof of who signed. */
const algorithms = [
  ...['EdDSA', 'Ed25519', 'ES256', 'ES384', 'ES512'],
  ...['PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'],
]

/** Header members that carry no rule for the verifier. */
const plainHeaders = new Set(['alg', 'kid', 'typ', 'cty'])

const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** A compact JWS over the UTF-8 bytes of the text: detached, or with exactly this payload. */
export const jwsProof = defineJudgeProof('jws', async (text, { jwk }, { jws }) => {
  const [head, payload, signature, ...more] = jws.split('.')
  if (!head || payload === undefined || !signature || more.length > 0) return notProven('malformed_signature')
  const algorithm = algorithmOf(jws)
  if (algorithm === null) return notProven('unsupported_header')
  const key = await publicKeyOf(jwk, algorithm)
  if (key === null) return notProven('unusable_key')
  const expected = toBase64Url(new TextEncoder().encode(text))
  if (payload !== '' && payload !== expected) return notProven('other_payload')
  try {
    await compactVerify(`${head}.${expected}.${signature}`, key, { algorithms: [algorithm] })
    return provenByJudge
  } catch {
    return notProven('invalid_signature')
  }
})

function algorithmOf(jws: string): string | null {
  try {
    const header = decodeProtectedHeader(jws)
    const isPlain = Object.keys(header).every((member) => plainHeaders.has(member))
    return isPlain && header.alg !== undefined && algorithms.includes(header.alg) ? header.alg : null
  } catch {
    return null
  }
}

async function publicKeyOf(jwk: Readonly<Record<string, unknown>>, algorithm: string) {
  if (privateMembers.some((member) => Object.hasOwn(jwk, member))) return null
  if (jwk['kty'] === 'oct' || (jwk['use'] ?? 'sig') !== 'sig') return null
  if ((jwk['alg'] ?? algorithm) !== algorithm) return null
  try {
    return await importJWK(jwk as JWK, algorithm)
  } catch {
    return null
  }
}
