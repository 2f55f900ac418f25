import { toBase58, toBase64Url } from '@outturn/canonical'
import { createEd25519Signer, nodeSha256 } from '@outturn/canonical/node'
import { expect, test } from 'vitest'
import { didKeyOf, verificationMethodOf } from './did-key.ts'
import { exportFormats } from './export-formats.ts'
import { parseKeyDocument } from '../keys/trust-set.ts'
import { golden, hexBytes } from '../receipt/golden.fixture.ts'
import { verifyOutcomeReceipt } from '../receipt/verify-outcome-receipt.ts'
import { isCredentialVerified, isEnvelopeVerified } from '../testing/independent-verifiers.ts'

const signer = createEd25519Signer(new Uint8Array(32).fill(5))
const stranger = createEd25519Signer(new Uint8Array(32).fill(6))
const trustSet = parseKeyDocument(golden.keys)
const now = new Date('2026-02-01T00:00:00.000Z')
const good = { now, isStatusGood: () => true }

function exportText(
  format: keyof typeof exportFormats,
  { receipt = golden.receipt, by = signer } = {},
): string {
  const draft = exportFormats[format](receipt, { ...by, publicUrl: 'https://example.com' }, nodeSha256)
  return draft.withSignature(by.sign(draft.signedBytes))
}

const credential = JSON.parse(exportText('credential'))
const envelope = JSON.parse(exportText('dsse'))
const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString())

test('a credential is verified by another implementation, and carries the receipt', async () => {
  expect(await isCredentialVerified(credential, good)).toBe(true)
  expect(credential.issuer).toBe(didKeyOf(signer.publicKey))
  const { receipt_id: id, result, amounts, receipt_digest: digest, receipt } = credential.credentialSubject
  const carried = JSON.parse(receipt)
  expect(verifyOutcomeReceipt(carried, { trustSet, environment: 'demo', now })).toMatchObject({
    valid: true,
    receipt_id: id,
    result,
  })
  expect([amounts, digest]).toEqual([golden.receipt.amounts, golden.expected['sha256_of_signed_text']])
})

test('a credential whose status is not good is not', async () => {
  const asked: string[] = []
  const isStatusGood = (url: string) => {
    asked.push(url)
    return false
  }
  expect(await isCredentialVerified(credential, { now, isStatusGood })).toBe(false)
  expect(asked).toEqual([`https://example.com/api/v1/receipts/${golden.receipt.id}/status`])
})

test.each<[string, (changed: typeof credential) => void]>([
  ['result', ({ credentialSubject }) => Object.assign(credentialSubject, { result: 'pass' })],
  ['amount', ({ credentialSubject }) => Object.assign(credentialSubject.amounts, { earned: '1.50' })],
  ['receipt', ({ credentialSubject }) => Object.assign(credentialSubject, { receipt: '{}' })],
  ['time', (changed) => Object.assign(changed, { validFrom: '2026-01-01T00:00:02.000Z' })],
  ['issuer', (changed) => Object.assign(changed, { issuer: didKeyOf(stranger.publicKey) })],
  [
    'key',
    ({ proof }) => Object.assign(proof, { verificationMethod: verificationMethodOf(stranger.publicKey) }),
  ],
  ['purpose', ({ proof }) => Object.assign(proof, { proofPurpose: 'authentication' })],
  ['signature', ({ proof }) => Object.assign(proof, { proofValue: `z2${proof.proofValue.slice(2)}` })],
])('a credential with another %s is refused by it', async (_, change) => {
  const changed = structuredClone(credential)
  change(changed)
  expect(changed).not.toEqual(credential)
  expect(await isCredentialVerified(changed, good)).toBe(false)
})

test('a statement is verified by another implementation, and its subjects are what was judged', () => {
  expect(isEnvelopeVerified(envelope, toBase64Url(signer.publicKey))).toBe(true)
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'urn:example:outcome-receipt:1',
  })
  const [{ evidence_id: name, content_digest: sha256 }] = golden.receipt.evidence as [
    (typeof golden.receipt.evidence)[number],
  ]
  expect(statement.subject).toEqual([
    { name: golden.receipt.id, digest: { sha256: golden.expected['sha256_of_signed_text'] } },
    { name, digest: { sha256 } },
  ])
  expect(
    verifyOutcomeReceipt(statement.predicate.receipt, { trustSet, environment: 'demo', now }).valid,
  ).toBe(true)
})

test('evidence of several conditions is one subject, and evidence that is missing is none', () => {
  const [row] = golden.receipt.evidence as [(typeof golden.receipt.evidence)[number]]
  const receipt = {
    ...golden.receipt,
    evidence: [row, row, { ...row, evidence_id: null, content_digest: null }],
  }
  const { payload } = JSON.parse(exportText('dsse', { receipt }))
  const { subject } = JSON.parse(Buffer.from(payload, 'base64').toString())
  expect(subject.map(({ name }: { name: string }) => name)).toEqual([receipt.id, row.evidence_id])
})

test('a statement that was changed, or is of another key or type, is refused by it', () => {
  const changed = { ...statement, predicateType: 'urn:example:outcome-receipt:2' }
  const payload = Buffer.from(JSON.stringify(changed)).toString('base64')
  const publicKey = toBase64Url(signer.publicKey)
  expect(isEnvelopeVerified({ ...envelope, payload }, publicKey)).toBe(false)
  expect(isEnvelopeVerified({ ...envelope, payloadType: 'application/json' }, publicKey)).toBe(false)
  expect(isEnvelopeVerified(envelope, toBase64Url(stranger.publicKey))).toBe(false)
})

test('the same receipt under the same key gives the same bytes, with or without what may be detached', () => {
  const { unit_results: _, ...stripped } = golden.receipt
  expect(exportText('credential', { receipt: stripped })).toBe(exportText('credential'))
  expect(exportText('dsse', { receipt: stripped })).toBe(exportText('dsse'))
  expect(exportText('credential')).not.toContain(golden.receipt.unit_results?.[0]?.salt)
  expect(Buffer.from(envelope.payload, 'base64').toString()).not.toContain('unit_results":')
})

test.each([
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    'z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw',
  ],
])('the key %s is named %s', (publicKey, name) => {
  expect(didKeyOf(hexBytes(publicKey))).toBe(`did:key:${name}`)
  expect(verificationMethodOf(hexBytes(publicKey))).toBe(`did:key:${name}#${name}`)
})

test.each([
  ['', ''],
  ['00', '1'],
  ['0000287fb4cd', '11233QC4'],
  ['48656c6c6f20576f726c6421', '2NEpo7TZRRrLZSi2U'],
])('bytes %s are %s in base58', (hex, text) => {
  expect(toBase58(hexBytes(hex))).toBe(text)
})
