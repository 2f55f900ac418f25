import { readFileSync } from 'node:fs'
import { digestOf } from '@outturn/canonical'
import { type Ed25519Signer, createEd25519Signer, nodeSha256 } from '@outturn/canonical/node'
import type { Agreement } from '../preimages/agreement-preimage.ts'
import type { VerificationPlan } from '../preimages/plan-preimage.ts'
import { freezeReceiptBody } from './freeze-receipt.ts'
import { bodyOfReceipt } from './receipt-body.ts'
import { evidenceRoot } from '../preimages/evidence-root.ts'
import type { HashedSpoolEvent } from '../preimages/spool-event-hash.ts'
import { runPreimage } from '../preimages/run-preimage.ts'
import { unitLeafText, unitResultsDigest } from '../preimages/unit-results.ts'
import { signedStatusText } from '../status/status-statement.ts'
import type { OutcomeReceipt, StatusProof } from './outcome-receipt.ts'

export interface GoldenVector {
  readonly slug: string
  readonly seed_hex: string
  /** Of the key that states what became of receipts. */
  readonly status_seed_hex: string
  readonly spool_salt_hex: string
  readonly rows: readonly Record<string, string>[]
  readonly agreement: Agreement
  readonly plan: VerificationPlan
  /** The history of the Spool up to the run. */
  readonly events: readonly HashedSpoolEvent[]
  readonly expected: Readonly<Record<string, string>>
  readonly receipt: OutcomeReceipt
  readonly keys: GoldenKeys
  /** The answer of a status route that the receipt was revoked. */
  readonly revoked: object
  /** The key document signed by a root key, and that key. */
  readonly root: { readonly public_key: string; readonly keys: object }
}

export interface GoldenKey {
  readonly key_id: string
  readonly algorithm: string
  readonly public_key: string
  readonly status: string
  readonly not_before: string
  readonly not_after: string | null
  readonly retired_at: string | null
}

type Ring = Readonly<Record<'production' | 'demo', readonly GoldenKey[]>>

export interface GoldenKeys {
  readonly schema: string
  readonly receipts: Ring
  readonly attestations: Ring
  readonly status: Ring
  readonly log: unknown
}

const file = new URL('../../../../test/vectors/receipt/golden.json', import.meta.url)

export const golden = JSON.parse(readFileSync(file, 'utf8')) as GoldenVector

/** The signed statement on the golden receipt's status, with members replaced before it is signed. */
export function statusProof(change: Partial<StatusProof> = {}, signer = goldenStatusSigner): StatusProof {
  const statement = {
    schema: `${golden.slug}/status@1`,
    receipt_id: golden.receipt.id,
    status: 'active' as const,
    issued_at: '2026-01-01T00:30:00.000Z',
    expires_at: '2026-01-02T00:30:00.000Z',
    signing_key_id: signer.keyId,
    ...change,
  }
  return { ...statement, signature: signer.sign(signedStatusText(statement)) }
}

/** What the status route answers about the golden receipt. */
export function statusAnswer(status: StatusProof['status'] = 'active', change: Partial<StatusProof> = {}) {
  return {
    receipt_id: golden.receipt.id,
    status,
    advisories: [],
    checked_at: '2026-01-01T00:30:00.000Z',
    status_proof: statusProof({ status, ...change }),
  }
}

export function hexBytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'))
}

/** The golden key; its seed is public. */
export const goldenSigner: Ed25519Signer = createEd25519Signer(hexBytes(golden.seed_hex))

/** The key of its status; its seed is public. */
export const goldenStatusSigner: Ed25519Signer = createEd25519Signer(hexBytes(golden.status_seed_hex))

/** The golden receipt with members replaced and nothing else adapted to them. */
export function altered(change: Record<string, unknown>): unknown {
  return { ...golden.receipt, ...change }
}

/**
 * The golden receipt with members replaced, and then every digest, the id and the signature made anew: what a dishonest or
 * faulty issuer would sign.
 */
export function reissued(
  change: Partial<OutcomeReceipt>,
  signer: Ed25519Signer = goldenSigner,
): OutcomeReceipt {
  const changed: OutcomeReceipt = { ...golden.receipt, ...change }
  const { unit_results: leaves, units: counts } = changed
  const units =
    leaves && counts && counts === golden.receipt.units
      ? { ...counts, unit_results_digest: unitResultsDigest(leaves.map(unitLeafText), nodeSha256) }
      : counts
  const judged = { ...changed, units, evidence_root: evidenceRoot(changed.evidence, nodeSha256) }
  const run = { ...judged.verification, ...judged }
  const verification = {
    ...judged.verification,
    run_digest: digestOf(runPreimage(golden.slug, run), nodeSha256),
  }
  return resigned({ ...judged, verification }, signer)
}

/** The receipt as it is, with id and signature made anew. */
export function resigned(receipt: OutcomeReceipt, signer: Ed25519Signer = goldenSigner): OutcomeReceipt {
  const { id, signedText } = freezeReceiptBody(bodyOfReceipt(receipt), nodeSha256)
  return { ...receipt, id, signing_key_id: signer.keyId, signature: signer.sign(signedText) }
}

/** The golden key document with the one demo receipt key changed. */
export function keysWith(change: Partial<GoldenKey>): GoldenKeys {
  const [key] = golden.keys.receipts.demo
  return { ...golden.keys, receipts: { production: [], demo: [{ ...(key as GoldenKey), ...change }] } }
}
