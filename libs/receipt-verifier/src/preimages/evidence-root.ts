import { type Sha256, canonicalJson, merkleRoot, portableSha256, toHex } from '@outturn/canonical'
import type { EvidenceRow } from '../receipt/outcome-receipt.ts'

/** Merkle root over the canonical evidence rows in receipt order. */
export function evidenceRoot(rows: readonly EvidenceRow[], sha256: Sha256 = portableSha256): string {
  const leaves = rows.map((row) => canonicalJson(row))
  return toHex(merkleRoot(leaves, sha256))
}
