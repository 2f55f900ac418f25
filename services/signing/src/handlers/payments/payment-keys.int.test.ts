import { createPublicKey, verify } from 'node:crypto'
import {
  type PaymentStatement,
  readKeyDocument,
  revokeSigningKey,
  rotateSigningKey,
  signPaymentStatements,
} from '@outturn/contracts'
import { fixedClock } from '@outturn/testkit'
import { beforeAll, expect, test } from 'vitest'
import { as, placeAllKeys } from '../../testing/open-signing.ts'
import { operator } from '../../testing/principals.ts'
import { testSigning } from '../../testing/test-signing.ts'

const open = await testSigning(fixedClock('2026-01-02T00:00:00.000Z'))
const offer: PaymentStatement = {
  kind: 'offer',
  resourceUrl: 'https://example.com/api/v1/verify/x402?digest=00',
  scheme: 'exact',
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0x52908400098527886E0F7030069857D2E4169EE7',
  amount: '100000',
  validUntil: 1_767_312_300,
}
const receipt: PaymentStatement = {
  kind: 'receipt',
  resourceUrl: offer.resourceUrl,
  network: 'eip155:8453',
  payer: '0x52908400098527886e0f7030069857d2e4169ee7',
  issuedAt: 1_767_312_000,
  transaction: `0x${'1'.repeat(64)}`,
}

beforeAll(async () => {
  await placeAllKeys(open)
  await open.removeKey('payment')
})

const sign = (...statements: PaymentStatement[]) =>
  open.billing.request(signPaymentStatements, { statements }, as({ kind: 'service', service: 'billing' }))

const published = async () =>
  (await open.gateway.request(readKeyDocument, {}, as({ kind: 'public' }))).payments?.demo ?? []

/** The payload and the name of the key of a JWS that a key of the key document signed. */
async function opened(jws: string) {
  const [header = '', payload = '', signature = ''] = jws.split('.')
  const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const key = (await published()).find(({ key_id: id }) => kid === `did:web:example.com#${id}`)
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key?.public_key ?? '' }
  const bytes = Buffer.from(`${header}.${payload}`)
  const holds = verify(
    null,
    bytes,
    createPublicKey({ key: jwk, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
  return { alg, holds, payload: JSON.parse(Buffer.from(payload, 'base64url').toString()), keyId: key?.key_id }
}

test('without a key of their own nothing is signed', async () => {
  await using _replica = await open.startReplica()
  await expect(sign(offer)).rejects.toMatchObject({ options: { reason: 'payment_key_missing' } })
})

test('an offer and a receipt are signed under a key that the key document lists for nothing else', async () => {
  await open.placeKey('payment', 9)
  await using _replica = await open.startReplica()
  const { signed } = await sign(offer, receipt)
  const [ofOffer, ofReceipt] = await Promise.all(signed.map(opened))
  const { kind: _o, ...offered } = offer
  const { kind: _r, ...paid } = receipt
  expect(ofOffer).toMatchObject({ alg: 'EdDSA', holds: true, payload: { version: 1, ...offered } })
  expect(ofReceipt).toMatchObject({ alg: 'EdDSA', holds: true, payload: { version: 1, ...paid } })
  expect((await sign(offer, receipt)).signed).toEqual(signed)
  const [altered = ''] = signed
  const [header, , signature] = altered.split('.')
  const cheaper = Buffer.from(JSON.stringify({ ...offered, version: 1, amount: '1' })).toString('base64url')
  expect((await opened(`${header}.${cheaper}.${signature}`)).holds).toBe(false)
})

test('nothing is signed about a resource of another service', async () => {
  await using _replica = await open.startReplica()
  for (const resourceUrl of [
    'https://example.com.evil.example/api',
    'http://example.com/api',
    'https://example.com:444/api',
    'https://user@evil.example/https://example.com/',
    'api',
  ]) {
    await expect(sign(offer, { ...receipt, resourceUrl })).rejects.toMatchObject({
      code: 'validation_failed',
      options: { field: 'statements[1].resourceUrl' },
    })
  }
})

test('after a rotation the next key signs, and after its revocation none does', async () => {
  await using _replica = await open.startReplica()
  const [{ key_id: before } = { key_id: '' }] = await published()
  await open.placeKey('payment', 10, { label: '2027' })
  const rotation = { purpose: 'payment', keyId: null, immediately: true, reason: 'yearly rotation' } as const
  await open.operator.request(rotateSigningKey, rotation, as(operator()))
  const [{ keyId: after = '' } = {}] = await Promise.all((await sign(offer)).signed.map(opened))
  expect(after).not.toBe(before)
  const revocation = { keyId: after, withoutReplacement: true, reason: 'stolen' }
  await open.operator.request(revokeSigningKey, revocation, as(operator()))
  await expect(sign(offer)).rejects.toMatchObject({ options: { reason: 'payment_key_missing' } })
})
