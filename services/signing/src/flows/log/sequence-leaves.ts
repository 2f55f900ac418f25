import { fromBase64Url, merkleLeafHash } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { onPool, type Pool } from '@outturn/postgres'
import { createDatabase, inside, inTransaction } from '@outturn/postgres/typed'
import { verifierKeyOf } from '@outturn/receipt-verifier'
import { failPoint } from '@outturn/service'
import {
  appendLeaves,
  formatCheckpoint,
  formatSignedNote,
  openFrontier,
  proveConsistency,
  treeRoot,
  verifyConsistency,
} from '@outturn/transparency-log'
import type { Signer } from '../../domain/keys/signer.ts'
import type { LogFloorKeeper } from '../floor/log-floor-keeper.ts'
import {
  addLogEntries,
  keepCheckpoint,
  lockLog,
  type LogState,
  readLogState,
  type SignedCheckpoint,
  storedTiles,
  takePendingLeaves,
} from '../../store/log-store.ts'
import type { Tables } from '../../store/tables.ts'

export type Sequencing = {
  readonly pool: Pool
  readonly floor: LogFloorKeeper
  /** The key that signs checkpoints now; without one leaves wait. */
  readonly signer: () => Signer | null | Promise<Signer | null>
}

/** The stored log does not follow from a checkpoint that was signed over it. Nothing more is signed then. */
export class BrokenLog extends Error {
  override readonly name = 'BrokenLog'
}

/** Most leaves that get their places in one transaction. */
const batch = 1_024

/**
 * Gives waiting leaves their places and signs a checkpoint over them. The order is committed before it is signed, so a
 * crash between the two leaves a log that the next turn signs as it is: no two signed checkpoints ever disagree.
 */
export async function sequenceLeaves(sequencing: Sequencing, now: Date): Promise<void> {
  const signer = await sequencing.signer()
  if (signer === null) return
  if ((await sequencing.floor.check()).kind === 'restored') return
  for (let isMore = true; isMore; ) {
    let state = await readLogState(onPool(sequencing.pool))
    isMore = state.hasPending && (await placeLeaves(sequencing)) === batch
    failPoint('signing.after-place')
    if (state.hasPending) state = await readLogState(onPool(sequencing.pool))
    await signCheckpoint(sequencing, signer, state, now)
  }
}

/** Moves leaves that wait to the end of the log; returns how many, none while another process does. */
function placeLeaves({ pool, floor }: Sequencing): Promise<number> {
  return inTransaction(createDatabase<Tables>(pool), async (tx) => {
    if (!(await lockLog(tx))) return 0
    const { origin, number, size } = await readLogState(inside(tx))
    // The floor was compared before this transaction, perhaps with another database.
    if (!floor.isReachedBy({ origin, size })) return 0
    const pending = await takePendingLeaves(tx, batch)
    if (pending.length === 0) return 0
    const hashes = pending.map(({ entry }) => merkleLeafHash(entry, nodeSha256))
    const frontier = await openFrontier(size, storedTiles(inside(tx), number))
    const { filled } = appendLeaves(frontier, hashes, nodeSha256)
    const placed = pending.map((leaf, at) => ({ ...leaf, index: size + at, hash: hashes[at] as Uint8Array }))
    await addLogEntries(tx, number, placed, filled)
    return pending.length
  })
}

async function signCheckpoint(
  { pool, floor }: Sequencing,
  signer: Signer,
  state: LogState,
  now: Date,
): Promise<void> {
  const isCovered = state.checkpoint !== null && state.checkpoint.size >= state.size
  if (state.size === 0 || isCovered) return
  const root = await continuedRoot(pool, state)
  const { origin, number, size } = state
  const text = formatCheckpoint(origin, { size, root })
  const key = verifierKeyOf(origin, signer.publicKey, nodeSha256)
  const note = formatSignedNote(text, key, signatureBytes(await signer.sign(text)))
  // What was signed is given out from the moment on at which it is stored.
  await floor.cover({ origin, size, root })
  failPoint('signing.before-checkpoint')
  await keepCheckpoint(pool, number, { size, root, keyId: signer.keyId, note }, now)
}

/** The root of the stored tree. Throws BrokenLog unless it goes on from the newest checkpoint. */
async function continuedRoot(pool: Pool, { size, number, checkpoint }: LogState): Promise<Uint8Array> {
  const tree = { size, readTiles: storedTiles(onPool(pool), number), sha256: nodeSha256 }
  const root = await treeRoot(tree)
  if (checkpoint !== null) {
    const proof = await proveConsistency(checkpoint.size, tree)
    if (!verifyConsistency(checkpoint, { size, root }, proof, nodeSha256)) throw brokenSince(checkpoint)
  }
  return root
}

export function brokenSince({ size }: Pick<SignedCheckpoint, 'size'>): BrokenLog {
  return new BrokenLog(
    `the stored log does not have the ${size} leaves that its checkpoint signs: restore it, nothing more is signed`,
  )
}

function signatureBytes(signature: string): Uint8Array {
  return fromBase64Url(signature) ?? new Uint8Array()
}
