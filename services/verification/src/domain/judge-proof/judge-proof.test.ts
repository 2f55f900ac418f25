import { createHmac } from 'node:crypto'
import { type JsonObject, toBase64Url } from '@outturn/canonical'
import { createEd25519Signer } from '@outturn/canonical/node'
import { type CommandInput, type checkJudgeProof, Refusal } from '@outturn/contracts'
import { externalResultPreimage } from '@outturn/receipt-verifier/issuing'
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { judgeProof } from './judge-proof.ts'
import { externalResultTypedData } from './eip712-proof.ts'

type Input = CommandInput<typeof checkJudgeProof>
type Terms = Input['judge']['proof']
type Proof = Input['proof']

const text = externalResultPreimage('example', {
  spool_id: 'spl_000000000000000000000001',
  agreement_hash: '0'.repeat(64),
  evaluator: 'qa-lab-1',
  verdict: 'pass',
  condition_results: [{ condition_id: 'cond_000000000000000000000001', result: 'pass' }],
  observed_at: '2026-01-01T00:00:00Z',
  evidence_refs: [],
})
const bytes = new TextEncoder().encode(text)

async function finding(terms: Terms, proof: Proof, of = text): Promise<true | string | null> {
  const judge = { id: 'qa-lab-1', name: 'QA Lab', proof: terms }
  const secrets = { lab: 's'.repeat(32) }
  const { valid, reason } = await judgeProof({ judge, text: of, proof }, secrets)
  return valid || reason
}

describe('ed25519', () => {
  const signer = createEd25519Signer(new Uint8Array(32).fill(1))
  const terms: Terms = { type: 'ed25519', public_key: toBase64Url(signer.publicKey) }
  const proof = { type: 'ed25519', signature: signer.sign(text) } as const

  test('a signature over the text is proof, with or without the id of its key', async () => {
    expect(await finding(terms, proof)).toBe(true)
    expect(await finding(terms, { ...proof, key_id: signer.keyId })).toBe(true)
  })

  test.each<[what: string, Terms, Proof, string]>([
    ['another text', terms, { ...proof, signature: signer.sign(`${text} `) }, 'invalid_signature'],
    ['the id of another key', terms, { ...proof, key_id: '0'.repeat(64) }, 'key_id_mismatch'],
    ['a short signature', terms, { ...proof, signature: 'AAAA' }, 'malformed_signature'],
    ['no base64url', terms, { ...proof, signature: '!'.repeat(86) }, 'malformed_signature'],
    ['a key that is no base64url', { ...terms, public_key: '!'.repeat(43) }, proof, 'unusable_key'],
    ['a key of small order', { ...terms, public_key: 'A'.repeat(43) }, proof, 'invalid_signature'],
    ['a proof of another type', terms, { type: 'jws', jws: 'a..b' }, 'proof_type_mismatch'],
  ])('%s is none', async (_, declared, given, reason) => {
    expect(await finding(declared, given)).toBe(reason)
  })
})

describe('jws', () => {
  async function signed(algorithm: string, payload = bytes, header: object = {}) {
    const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
    const jws = await new CompactSign(payload)
      .setProtectedHeader({ alg: algorithm, ...header })
      .sign(privateKey)
    const jwk = (await exportJWK(publicKey)) as JsonObject
    const secret = (await exportJWK(privateKey)) as JsonObject
    return { jws, detached: jws.replace(/\.[^.]*\./, '..'), jwk, secret }
  }

  test.each(['EdDSA', 'ES256', 'PS256'])(
    '%s is proof, detached or with the text in it',
    async (algorithm) => {
      const { jws, detached, jwk } = await signed(algorithm, bytes, { kid: 'lab-1' })
      expect(await finding({ type: 'jws', jwk }, { type: 'jws', jws: detached })).toBe(true)
      expect(await finding({ type: 'jws', jwk }, { type: 'jws', jws })).toBe(true)
    },
  )

  test('another payload, or a signature over one, is none', async () => {
    const other = await signed('ES256', new TextEncoder().encode('other'))
    const terms: Terms = { type: 'jws', jwk: other.jwk }
    expect(await finding(terms, { type: 'jws', jws: other.jws })).toBe('other_payload')
    expect(await finding(terms, { type: 'jws', jws: other.detached })).toBe('invalid_signature')
  })

  test('a key with a private part, of a shared secret, for encryption or for another algorithm is none', async () => {
    const { detached, jwk, secret } = await signed('ES256')
    const judged = (key: JsonObject) => finding({ type: 'jws', jwk: key }, { type: 'jws', jws: detached })
    expect(await judged(secret)).toBe('unusable_key')
    expect(await judged({ kty: 'oct', k: 'AAAA' })).toBe('unusable_key')
    expect(await judged({ ...jwk, use: 'enc' })).toBe('unusable_key')
    expect(await judged({ ...jwk, alg: 'ES384' })).toBe('unusable_key')
    expect(await judged({ ...jwk, crv: 'P-384' })).toBe('unusable_key')
  })

  test('a header without a signature algorithm, or with rules of its own, is refused', async () => {
    const { detached, jwk } = await signed('ES256')
    const signature = detached.split('..')[1]
    const withHeader = (header: object) =>
      finding(
        { type: 'jws', jwk },
        {
          type: 'jws',
          jws: `${toBase64Url(new TextEncoder().encode(JSON.stringify(header)))}..${signature}`,
        },
      )
    expect(await withHeader({ alg: 'none' })).toBe('unsupported_header')
    expect(await withHeader({ alg: 'HS256' })).toBe('unsupported_header')
    expect(await withHeader({ alg: 'ES256', b64: false, crit: ['b64'] })).toBe('unsupported_header')
    expect(await withHeader({ alg: 'ES256', jwk })).toBe('unsupported_header')
  })

  test.each(['', 'a.b', 'a..', '..b', 'a.b.c.d'])('%j is no compact JWS', async (jws) => {
    const { jwk } = await signed('ES256')
    expect(await finding({ type: 'jws', jwk }, { type: 'jws', jws })).toBe('malformed_signature')
  })
})

describe('eip712', () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const terms: Terms = { type: 'eip712', address: account.address }

  test('a wallet signs what a person can read of the result, and the digest of all of it', async () => {
    const typedData = externalResultTypedData(text)
    expect(typedData).toMatchObject({
      domain: { name: 'example/external-result@1', version: '1' },
      message: { spool_id: 'spl_000000000000000000000001', evaluator: 'qa-lab-1', verdict: 'pass' },
    })
    const signature = await account.signTypedData(typedData)
    expect(await finding(terms, { type: 'eip712', signature })).toBe(true)
    expect(
      await finding({ ...terms, address: account.address.toLowerCase() }, { type: 'eip712', signature }),
    ).toBe(true)
    expect(await finding({ ...terms, address: `0x${'1'.repeat(40)}` }, { type: 'eip712', signature })).toBe(
      'invalid_signature',
    )
    const other = text.replace('"verdict":"pass"', '"verdict":"fail"')
    expect(await finding(terms, { type: 'eip712', signature }, other)).toBe('invalid_signature')
    const nothing = `0x${'0'.repeat(130)}`
    expect(await finding(terms, { type: 'eip712', signature: nothing })).toBe('malformed_signature')
  })
})

describe('hmac_sha256', () => {
  const mac = (secret: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const terms: Terms = { type: 'hmac_sha256', source_id: 'lab' }

  test('is proof by the secret of the configured source alone', async () => {
    expect(await finding(terms, { type: 'hmac_sha256', signature: mac('s'.repeat(32)) })).toBe(true)
    expect(await finding(terms, { type: 'hmac_sha256', signature: mac('t'.repeat(32)) })).toBe(
      'invalid_signature',
    )
    expect(await finding(terms, { type: 'hmac_sha256', signature: 'AAAA' })).toBe('malformed_signature')
  })

  test.each(['unknown', '__proto__', 'toString'])(
    'without the secret of %s nothing is decided',
    async (source_id) => {
      const judged = finding({ type: 'hmac_sha256', source_id }, { type: 'hmac_sha256', signature: mac('x') })
      await expect(judged).rejects.toThrow(Refusal)
      await expect(judged).rejects.toMatchObject({ code: 'configuration_unavailable' })
    },
  )
})
