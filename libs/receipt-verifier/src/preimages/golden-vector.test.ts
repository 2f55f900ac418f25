import { canonicalJson, digestOf, portableHmacSha256, portableSha256, toBase64Url } from '@outturn/canonical'
import { createEd25519Signer, nodeHmacSha256, nodeSha256 } from '@outturn/canonical/node'
import { expect, test } from 'vitest'
import { golden, hexBytes } from '../receipt/golden.fixture.ts'
import { agreementPreimage } from './agreement-preimage.ts'
import { evidenceRoot } from './evidence-root.ts'
import { planPreimage } from './plan-preimage.ts'
import { composeReceipt, freezeReceiptBody } from '../receipt/freeze-receipt.ts'
import { bodyOfReceipt, signedReceiptText } from '../receipt/receipt-body.ts'
import { runPreimage } from './run-preimage.ts'
import { unitLeafText, unitResultsDigest, unitSalt } from './unit-results.ts'

const { slug, expected, receipt } = golden
const signer = createEd25519Signer(hexBytes(golden.seed_hex))
const leafTexts = (receipt.unit_results ?? []).map(unitLeafText)

test.each([
  ['portable', portableSha256],
  ['native', nodeSha256],
])('every digest of the golden vector is reproduced with the %s SHA-256', (_, sha256) => {
  expect(digestOf(canonicalJson(golden.rows), sha256)).toBe(expected.content_digest)
  expect(evidenceRoot(receipt.evidence, sha256)).toBe(expected.evidence_root)
  expect(unitResultsDigest(leafTexts, sha256)).toBe(expected.unit_results_digest)
  expect(digestOf(planPreimage(slug, golden.plan), sha256)).toBe(expected.plan_hash)
  expect(digestOf(agreementPreimage(slug, golden.agreement), sha256)).toBe(expected.agreement_hash)
  const run = { ...receipt.verification, ...receipt }
  expect(digestOf(runPreimage(slug, run), sha256)).toBe(expected.run_digest)
})

test.each([
  ['portable', portableHmacSha256],
  ['native', nodeHmacSha256],
])('the salts of the golden units are reproduced with the %s HMAC', (_, hmac) => {
  const salts = (receipt.unit_results ?? []).map(({ salt }) => salt)
  expect([1, 2, 3].map((unit) => unitSalt(hexBytes(golden.spool_salt_hex), unit, hmac))).toEqual(salts)
})

test('the golden receipt is reproduced from its body, bit for bit', () => {
  const { id, signedText } = freezeReceiptBody(bodyOfReceipt(receipt), nodeSha256)
  expect(id).toBe(receipt.id)
  expect(digestOf(signedText)).toBe(expected.sha256_of_signed_text)
  expect(toBase64Url(signer.publicKey)).toBe(expected.public_key)
  expect(signer.keyId).toBe(expected.signing_key_id)
  expect(signer.sign(signedText)).toBe(receipt.signature)
})

test('the frozen text is the straightforward one: the canonical body with its id', () => {
  const body = bodyOfReceipt(receipt)
  for (const variant of [body, { ...body, supersedes: receipt.id, declared_intent: { note: 'n' } }]) {
    const { id, signedText } = freezeReceiptBody(variant)
    expect(signedText).toBe(canonicalJson({ ...variant, id }))
    expect(id).toBe(`ocr_${digestOf(canonicalJson(variant)).slice(0, 24)}`)
  }
})

test('a composed receipt holds the signed bytes as they are and reads back to the whole receipt', () => {
  const { signedText } = freezeReceiptBody(bodyOfReceipt(receipt))
  const text = composeReceipt({
    signedText,
    signingKeyId: receipt.signing_key_id,
    signature: receipt.signature,
    detached: { unit_results: `[${leafTexts.join(',')}]` },
  })
  expect(JSON.parse(text)).toEqual(receipt)
  expect(text.startsWith(signedText.slice(0, -1))).toBe(true)
  expect(signedReceiptText(receipt)).toBe(signedText)
})

test('parties are hashed without contact details and account ids', () => {
  const [buyer, seller] = golden.agreement.parties
  const withContact = [{ ...buyer, contact: 'a@example.com', account_id: 'acc' }, seller]
  const agreement = { ...golden.agreement, parties: withContact as typeof golden.agreement.parties }
  expect(digestOf(agreementPreimage(slug, agreement))).toBe(expected.agreement_hash)
})
