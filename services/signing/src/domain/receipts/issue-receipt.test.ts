import { gunzipSync, gzipSync } from 'node:zlib'
import { toBase64Url } from '@outturn/canonical'
import { createEd25519Signer, nodeSha256 } from '@outturn/canonical/node'
import { PassedText } from '@outturn/contracts'
import { parseKeyDocument, signedReceiptText, verifyAttestation } from '@outturn/receipt-verifier'
import { expect, test } from 'vitest'
import {
  goldenReceiptId,
  goldenRun,
  goldenSignature,
  goldenSlug,
  goldenUnitResults,
} from '../../testing/golden-run.ts'
import { servedReceipt } from './receipt-text.ts'
import { issueReceipt } from './issue-receipt.ts'
import type { Signer } from '../keys/signer.ts'

const attestationId = 'att_000000000000000000000001'
const issuer = {
  slug: goldenSlug,
  environment: 'demo',
  pause: async () => {},
  receiptSigner: signerOf(1),
  attestationSigner: signerOf(2),
  attestationTtlMs: 60_000,
  sha256: nodeSha256,
  pack: async (text: Uint8Array) => gzipSync(text),
} as const

test('one run gives the same receipt and the same attestation, byte for byte', async () => {
  const issued = await issueReceipt(goldenRun(), attestationId, issuer)
  expect(await issueReceipt(goldenRun(), attestationId, issuer)).toEqual(issued)
  expect(issued.receiptId).toBe(goldenReceiptId)
  expect(issued.receipt.startsWith(signedReceiptText(JSON.parse(issued.receipt)).slice(0, -1))).toBe(true)
  expect(JSON.parse(issued.receipt).signature).toBe(goldenSignature)
})

test('megabytes of unit results are kept packed, and what is served has them where it has few', async () => {
  const few = await issueReceipt(goldenRun(), attestationId, issuer)
  const padding = 'x'.repeat(400_000)
  const list = JSON.stringify(goldenUnitResults.map((leaf) => ({ ...leaf, salt: leaf.salt + padding })))
  const unitResults = new PassedText(Buffer.from(list))
  const issued = await issueReceipt({ ...goldenRun(), unitResults }, attestationId, issuer)
  expect(issued.receipt.length).toBeLessThan(10_000)
  expect(issued.packedUnitResults?.bytes).toBe(list.length)
  const served = servedReceipt(issued, 'proof')
    .map((part) => (typeof part === 'string' ? part : gunzipSync(part.file).toString()))
    .join('')
  const [small = ''] = servedReceipt(few, 'proof') as string[]
  expect(served.replaceAll(padding, '')).toBe(small)
  expect(JSON.parse(small)).toEqual({ ...JSON.parse(few.receipt), log_proof: 'proof' })
})

test('bytes that are no text are not signed', async () => {
  const unitResults = new PassedText(Buffer.from('["\xff",1,1]', 'latin1'))
  const issuing = issueReceipt({ ...goldenRun(), unitResults }, attestationId, issuer)
  await expect(issuing).rejects.toMatchObject({ options: { reason: 'detached_mismatch' } })
})

test('the attestation is of the same verdict, by its own key, until its time is over', async () => {
  const issued = await issueReceipt(goldenRun(), attestationId, issuer)
  const attestation = JSON.parse(issued.attestation)
  const { keyId, publicKey } = issuer.attestationSigner
  const key = {
    key_id: keyId,
    algorithm: 'Ed25519',
    public_key: toBase64Url(publicKey),
    status: 'active',
    not_before: '2025-12-31T00:00:00.000Z',
    not_after: null,
    retired_at: null,
  }
  const none = { production: [], demo: [] }
  const trustSet = parseKeyDocument({
    schema: `${goldenSlug}/key-document@1`,
    receipts: none,
    attestations: { ...none, demo: [key] },
  })
  const evidenceRoot = String(goldenRun().body['evidence_root'])
  const judge = (now: string) =>
    verifyAttestation(attestation, { trustSet, environment: 'demo', now: new Date(now), evidenceRoot })
  expect(judge('2026-01-01T00:01:00.000Z')).toMatchObject({ valid: true })
  expect(judge('2026-01-01T00:03:00.000Z').reasons).toEqual(['expired'])
})

function signerOf(seedByte: number): Signer {
  const { sign, ...rest } = createEd25519Signer(Buffer.alloc(32, seedByte))
  return { ...rest, sign: async (text) => sign(text) }
}
