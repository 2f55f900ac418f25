import { refusalOf } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { assertUsableJudgeKey } from './usable-judge-key.ts'

const x = 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w'
/** The public modulus of so many bits, as its first bit says. */
const modulus = (bits: number) => Buffer.alloc(bits / 8, 0xc5).toString('base64url')
type Proof = Parameters<typeof assertUsableJudgeKey>[0]

test.each<[string, Proof]>([
  ['an Ed25519 key', { type: 'ed25519', public_key: x }],
  ['a JWK of Ed25519', { type: 'jws', jwk: { kty: 'OKP', crv: 'Ed25519', x } }],
  ['a JWK of P-256', { type: 'jws', jwk: { kty: 'EC', crv: 'P-256', x, y: x, use: 'sig' } }],
  ['a JWK of RSA', { type: 'jws', jwk: { kty: 'RSA', n: modulus(2_048), e: 'AQAB' } }],
  ['a shared secret, which the deployment holds', { type: 'hmac_sha256', source_id: 'lab' }],
])('%s can prove a result', (_, proof) => {
  expect(() => assertUsableJudgeKey(proof, 'proof')).not.toThrow()
})

test.each<[string, Proof, string]>([
  ['a point of small order', { type: 'ed25519', public_key: 'A'.repeat(43) }, 'public_key'],
  ['another spelling of a key', { type: 'ed25519', public_key: 'B'.repeat(43) }, 'public_key'],
  ['a shared key', { type: 'jws', jwk: { kty: 'oct' } }, 'jwk'],
  ['half of a key', { type: 'jws', jwk: { kty: 'EC', crv: 'P-256', x } }, 'jwk'],
  ['a curve that does not sign', { type: 'jws', jwk: { kty: 'OKP', crv: 'X25519', x } }, 'jwk'],
  [
    'a key for encryption',
    { type: 'jws', jwk: { kty: 'RSA', n: modulus(2_048), e: 'AQAB', use: 'enc' } },
    'jwk',
  ],
  ['an RSA key of 1,024 bits', { type: 'jws', jwk: { kty: 'RSA', n: modulus(1_024), e: 'AQAB' } }, 'jwk'],
  [
    'an RSA key one bit short',
    { type: 'jws', jwk: { kty: 'RSA', n: `f${modulus(2_048).slice(1)}`, e: 'AQAB' } },
    'jwk',
  ],
  ['an RSA key behind zeros', { type: 'jws', jwk: { kty: 'RSA', n: 'A'.repeat(400), e: 'AQAB' } }, 'jwk'],
  [
    'a modulus in another encoding',
    { type: 'jws', jwk: { kty: 'RSA', n: '+/'.repeat(200), e: 'AQAB' } },
    'jwk',
  ],
  ['a type of no key', { type: 'jws', jwk: { kty: 'toString' } }, 'jwk'],
])('%s proves nothing, and is refused before it is agreed on', (_, proof, member) => {
  const { status, code, options } = refusalOf(() => assertUsableJudgeKey(proof, 'proof'))
  expect([status, code, options.field, options.reason]).toEqual([
    422,
    'validation_failed',
    `proof.${member}`,
    'unusable_key',
  ])
})
