import { fromHex64 } from '@outturn/canonical'
import { nodeVerifier } from '@outturn/canonical/node'
import { unprocessable } from '@outturn/contracts'
import { isSignedBy, readCheckpoint, type VerifierKey } from '@outturn/receipt-verifier'
import type { LogFloor } from '../../domain/floor/log-floor.ts'
import type { PublishedHead } from './log-floor-keeper.ts'

/** A checkpoint that an operator brings, if a key of this log signed it. */
export function headOfCheckpoint(text: string, origin: string, keys: readonly VerifierKey[]): PublishedHead {
  const checkpoint = readCheckpoint(text)
  const isOurs =
    checkpoint?.origin === origin && keys.some((key) => isSignedBy(checkpoint.note, key, nodeVerifier))
  if (checkpoint === undefined || !isOurs) {
    throw unprocessable('checkpoint', `This is no checkpoint that a key of the log ${origin} signed.`, {
      remediation: 'Give the file of a checkpoint as it was served or as an auditor keeps it.',
    })
  }
  return { origin, size: checkpoint.size, root: checkpoint.root }
}

/** The largest of the states of one log that are known to have been given out. */
export function largestHead(
  heads: readonly (PublishedHead | LogFloor | null)[],
  origin: string,
): PublishedHead | null {
  const known = heads.flatMap((head): PublishedHead[] => {
    if (head === null || head.origin !== origin) return []
    const { size, root } = head
    return [{ origin, size, root: typeof root === 'string' ? (fromHex64(root) ?? new Uint8Array()) : root }]
  })
  return known.toSorted((a, b) => a.size - b.size).at(-1) ?? null
}
