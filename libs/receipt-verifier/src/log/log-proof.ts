import { fromBase64 } from '@outturn/canonical'
import { type Checkpoint, readCheckpoint, readWholeNumber } from './checkpoint.ts'

export const LOG_PROOF_HEADER = 'c2sp.org/tlog-proof@v1'

/** That a leaf is in a log, provable offline (C2SP tlog-proof). */
export interface LogProof {
  /** Zero-based place of the leaf. */
  readonly index: number
  /** Sibling hashes up to the root. */
  readonly hashes: readonly Uint8Array[]
  readonly checkpoint: Checkpoint
}

const MAX_HASHES = 63

/** Reads the text of a proof without judging it; undefined for anything else. */
export function readLogProof(text: string): LogProof | undefined {
  const end = text.indexOf('\n\n')
  const [header, ...lines] = text.slice(0, end).split('\n')
  if (end < 0 || header !== LOG_PROOF_HEADER) return undefined
  if (lines[0]?.startsWith('extra ') && fromBase64((lines.shift() as string).slice(6)) === undefined) {
    return undefined
  }
  const [, place = ''] = /^index (\d+)$/.exec(lines.shift() ?? '') ?? []
  const index = readWholeNumber(place)
  const hashes = lines.map(fromBase64).filter((hash) => hash?.length === 32) as Uint8Array[]
  const checkpoint = readCheckpoint(text.slice(end + 2))
  if (index === undefined || checkpoint === undefined) return undefined
  if (hashes.length !== lines.length || hashes.length > MAX_HASHES) return undefined
  return { index, hashes, checkpoint }
}
