import { readFileSync } from 'node:fs'
import { canonicalJson, digestOf, toBase64Url } from '@outturn/canonical'
import { createEd25519Signer, type Ed25519Signer, nodeSha256 } from '@outturn/canonical/node'
import { agreementPreimage } from '../preimages/agreement-preimage.ts'
import { confirmedEvidenceDigest } from '../preimages/confirmed-evidence-digest.ts'
import { evidenceRoot } from '../preimages/evidence-root.ts'
import { planPreimage } from '../preimages/plan-preimage.ts'
import { runPreimage } from '../preimages/run-preimage.ts'
import { FIRST_PREV_HASH, spoolEventHash, type UnhashedSpoolEvent } from '../preimages/spool-event-hash.ts'
import { schemaId } from '../preimages/schema-id.ts'
import { rootSignedText } from '../keys/trust-set.ts'
import { signedStatusText } from '../status/status-statement.ts'
import { unitLeafText, unitResultsDigest } from '../preimages/unit-results.ts'
import { type GoldenKeys, type GoldenVector, hexBytes } from '../receipt/golden.fixture.ts'
import { freezeReceiptBody } from '../receipt/freeze-receipt.ts'
import { bodyOfReceipt } from '../receipt/receipt-body.ts'
import { withManifest } from './with-manifest.ts'
import { workedExample } from './worked-example.ts'

const repository = new URL('../../../../', import.meta.url)

/** The golden files and the page that explains them, by their paths; every digest, id and signature is made anew. */
export function goldenFiles(): ReadonlyMap<string, string> {
  const vector = remade(readVector('test/vectors/receipt/golden.json') as GoldenVector)
  const bundle = readVector('test/vectors/bundle/golden.json') as object
  const { receipt, keys, events } = vector
  const statusSigner = createEd25519Signer(hexBytes(vector.status_seed_hex))
  return new Map([
    ['docs/spec/worked-example.md', workedExample(vector)],
    ['test/vectors/receipt/golden.json', fileText(vector)],
    [
      'test/vectors/bundle/golden.json',
      fileText(withManifest({ ...bundle, receipt, events, keys }, statusSigner)),
    ],
  ])
}

export function readVector(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, repository), 'utf8'))
}

export function vectorFile(path: string): URL {
  return new URL(path, repository)
}

function fileText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function remade(given: GoldenVector): GoldenVector {
  const { slug, rows, plan, agreement } = given
  const signer = createEd25519Signer(hexBytes(given.seed_hex))
  const statusSigner = createEd25519Signer(hexBytes(given.status_seed_hex))
  const digests = {
    content_digest: digestOf(canonicalJson(rows), nodeSha256),
    plan_hash: digestOf(planPreimage(slug, plan), nodeSha256),
    agreement_hash: digestOf(agreementPreimage(slug, agreement), nodeSha256),
  }
  const events = chained(given.events)
  const last = events.at(-1)
  const history = { seq: last?.seq ?? 0, hash: last?.hash ?? FIRST_PREV_HASH }
  const leaves = given.receipt.unit_results ?? []
  const unit_results_digest = unitResultsDigest(leaves.map(unitLeafText), nodeSha256)
  const judged = {
    ...given.receipt,
    history,
    evidence_root: evidenceRoot(given.receipt.evidence, nodeSha256),
    units: given.receipt.units && { ...given.receipt.units, unit_results_digest },
  }
  const run_digest = digestOf(runPreimage(slug, { ...judged.verification, ...judged }), nodeSha256)
  const body = bodyOfReceipt({ ...judged, verification: { ...judged.verification, run_digest } })
  const { id, signedText } = freezeReceiptBody(body, nodeSha256)
  const keys = withKeys(given.keys, signer, statusSigner)
  return {
    ...given,
    events,
    expected: {
      public_key: toBase64Url(signer.publicKey),
      signing_key_id: signer.keyId,
      status_public_key: toBase64Url(statusSigner.publicKey),
      status_signing_key_id: statusSigner.keyId,
      ...digests,
      evidence_root: judged.evidence_root,
      unit_results_digest,
      run_digest,
      history_hash: history.hash,
      confirmed_evidence_digest: confirmedEvidenceDigest(slug, 'cond_1', confirmedItems, nodeSha256),
      sha256_of_signed_text: digestOf(signedText, nodeSha256),
    },
    receipt: {
      ...body,
      id,
      signing_key_id: signer.keyId,
      signature: signer.sign(signedText),
      unit_results: leaves,
    },
    keys,
    revoked: revokedAnswer(id, slug, statusSigner),
    root: { public_key: toBase64Url(rootSigner.publicKey), keys: signedByRoot(keys) },
  }
}

const rootSigner = createEd25519Signer(new Uint8Array(32).fill(5))
const confirmedItems = [
  { evidence_id: 'ev_000000000000000000000001', content_digest: '0'.repeat(64) },
  { evidence_id: 'ev_000000000000000000000002', content_digest: null },
]

function signedByRoot(keys: GoldenKeys): object {
  const signature = rootSigner.sign(rootSignedText({ ...keys }))
  return { ...keys, root_signature: { key_id: rootSigner.keyId, signature } }
}

function revokedAnswer(receiptId: string, slug: string, signer: Ed25519Signer): object {
  const statement = {
    schema: schemaId(slug, 'status'),
    receipt_id: receiptId,
    status: 'revoked' as const,
    issued_at: '2026-01-01T00:30:00.000Z',
    expires_at: '2026-01-02T00:30:00.000Z',
    signing_key_id: signer.keyId,
  }
  return {
    receipt_id: receiptId,
    status: 'revoked',
    state: 'revoked',
    advisories: [],
    checked_at: '2026-01-01T00:30:00.000Z',
    status_proof: { ...statement, signature: signer.sign(signedStatusText(statement)) },
  }
}

function chained(events: readonly UnhashedSpoolEvent[]): GoldenVector['events'] {
  let prev_hash = FIRST_PREV_HASH
  return events.map(({ id, type, at, actor, data }, index) => {
    const unhashed = { id, type, at, actor, data, seq: index + 1, prev_hash }
    const hash = spoolEventHash(unhashed, nodeSha256)
    prev_hash = hash
    return { ...unhashed, hash }
  })
}

function withKeys(keys: GoldenKeys, receipts: Ed25519Signer, status: Ed25519Signer): GoldenKeys {
  const ringOf = (signer: Ed25519Signer) => ({
    production: [],
    demo: [
      {
        key_id: signer.keyId,
        algorithm: 'Ed25519',
        public_key: toBase64Url(signer.publicKey),
        status: 'active',
        not_before: '2025-12-01T00:00:00.000Z',
        not_after: null,
        retired_at: null,
      },
    ],
  })
  return { ...keys, receipts: ringOf(receipts), status: ringOf(status) }
}
