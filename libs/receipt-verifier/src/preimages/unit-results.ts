import {
  type HmacSha256,
  type Sha256,
  canonicalJson,
  merkleRoot,
  portableHmacSha256,
  portableSha256,
  toBase64Url,
  toHex,
} from '@outturn/canonical'
import type { UnitLeaf } from '../receipt/outcome-receipt.ts'

/** Canonical text of a unit's leaf in the Merkle tree of unit results. */
export function unitLeafText(leaf: UnitLeaf): string {
  return canonicalJson(leaf)
}

/** Merkle root over canonical unit leaves, unit 1 first; the value of `unit_results_digest`. */
export function unitResultsDigest(leafTexts: readonly string[], sha256: Sha256 = portableSha256): string {
  return toHex(merkleRoot(leafTexts, sha256))
}

/** The salt of a unit's leaf, so that no one finds a withheld leaf by guessing; `spoolSalt` is 32 private bytes. */
export function unitSalt(
  spoolSalt: Uint8Array,
  unit: number,
  hmacSha256: HmacSha256 = portableHmacSha256,
): string {
  return toBase64Url(hmacSha256(spoolSalt, `unit:${unit}`).subarray(0, 16))
}

/** The pseudonym of a unit's identity value within one Spool: `uid_` and 24 hexadecimal digits. */
export function unitIdentityId(
  spoolSalt: Uint8Array,
  identity: string,
  hmacSha256: HmacSha256 = portableHmacSha256,
): string {
  return `uid_${toHex(hmacSha256(spoolSalt, `identity:${identity}`)).slice(0, 24)}`
}
