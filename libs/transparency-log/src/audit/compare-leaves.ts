import { equalBytes } from '@outturn/canonical'
import { HASH_BYTES } from '../tile.ts'
import { finding, type LogFinding } from './finding.ts'

/** How far around a difference its cause is looked for. */
const SEARCHED = 1_024

/**
 * Says which leaf is the first to differ from what was known of the log, and whether it was rewritten, hidden or moved.
 * Both are leaf hashes, one after the other; what came after the known ones is not compared.
 */
export function compareLeaves(known: Uint8Array, shown: Uint8Array): LogFinding | undefined {
  const first = firstDifference(known, shown)
  if (first === undefined) return undefined
  const [was, now] = [hashAt(known, first), hashAt(shown, first)]
  if (now.length === 0) return finding('hidden', `Leaf ${first} is not shown any more.`, first)
  const at = placeOf(was, shown, first)
  if (at === undefined) {
    return equalBytes(now, hashAt(known, first + 1))
      ? finding('hidden', `Leaf ${first} is gone, and what followed it has moved up.`, first)
      : finding('rewritten', `Leaf ${first} is not the one that was there before: it was rewritten.`, first)
  }
  return finding('reordered', `Leaf ${first} is now at place ${at}: leaves were reordered.`, first)
}

function firstDifference(known: Uint8Array, shown: Uint8Array): number | undefined {
  const at = known.findIndex((byte, place) => byte !== shown[place])
  return at === -1 ? undefined : Math.floor(at / HASH_BYTES)
}

function placeOf(hash: Uint8Array, leaves: Uint8Array, from: number): number | undefined {
  for (let at = from + 1; at <= from + SEARCHED; at += 1) {
    if (equalBytes(hash, hashAt(leaves, at))) return at
  }
  return undefined
}

function hashAt(leaves: Uint8Array, index: number): Uint8Array {
  return leaves.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)
}
