import { canonicalJson } from '../canonical/canonical-json.ts'
import { toHex } from '../encoding/hex.ts'
import { type Sha256, portableSha256 } from '../hashing/hash.ts'
import { merkleRoot } from '../merkle/merkle-tree.ts'
import type { EvidenceRow } from '../receipt/outcome-receipt.ts'

/** Merkle root over the canonical evidence rows in receipt order. */
export function evidenceRoot(rows: readonly EvidenceRow[], sha256: Sha256 = portableSha256): string {
  const leaves = rows.map((row) => canonicalJson(row))
  return toHex(merkleRoot(leaves, sha256))
}
