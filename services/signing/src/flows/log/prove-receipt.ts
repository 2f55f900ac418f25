import { nodeSha256 } from '@outturn/canonical/node'
import { onPool, type Pool } from '@outturn/postgres'
import { formatLogProof, proveInclusion } from '@outturn/transparency-log'
import { findReceiptPlace, storedTiles } from '../../store/log-store.ts'

/**
 * The proof that a receipt is in the log, or null until it is. It is made under the first checkpoint over the receipt that
 * this key signed, so it stays the same until the key is replaced.
 */
export async function proveReceipt(
  pool: Pool,
  receipt: Parameters<typeof findReceiptPlace>[1],
  keys: Parameters<typeof findReceiptPlace>[2],
): Promise<string | null> {
  const place = await findReceiptPlace(pool, receipt, keys)
  if (place === null) return null
  const tree = { size: place.size, readTiles: storedTiles(onPool(pool), place.logNumber), sha256: nodeSha256 }
  return formatLogProof(place.index, await proveInclusion(place.index, tree), place.note)
}
