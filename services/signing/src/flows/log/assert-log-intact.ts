import { nodeSha256, nodeVerifier } from '@outturn/canonical/node'
import { onPool, type Pool } from '@outturn/postgres'
import { isSignedBy, readSignedNote, type VerifierKey } from '@outturn/receipt-verifier'
import { treeRoot } from '@outturn/transparency-log'
import { readLogState, storedTiles } from '../../store/log-store.ts'
import { BrokenLog, brokenSince } from './sequence-leaves.ts'

/**
 * Throws BrokenLog unless the stored log is the one that its newest checkpoint signs, under one of these keys. A store that
 * was changed behind the service's back, or put back in part, must not be built upon.
 */
export async function assertLogIntact(pool: Pool, keys: readonly VerifierKey[]): Promise<void> {
  const { checkpoint, size, number } = await readLogState(onPool(pool))
  if (checkpoint === null) return
  const note = readSignedNote(checkpoint.note)
  if (note === undefined || !keys.some((key) => isSignedBy(note, key, nodeVerifier))) {
    throw new BrokenLog('the newest checkpoint of the stored log is not signed by a key of this log')
  }
  if (size < checkpoint.size) throw brokenSince(checkpoint)
  const tree = { size: checkpoint.size, readTiles: storedTiles(onPool(pool), number), sha256: nodeSha256 }
  const root = await treeRoot(tree)
  if (Buffer.compare(root, checkpoint.root) !== 0) throw brokenSince(checkpoint)
}
