import { readFileSync, rmSync } from 'node:fs'
import { nodeSha256, nodeSuite } from '@outturn/canonical/node'
import { type Checkpoint, isCheckpointOf, readCheckpoint, type TrustedLog } from '@outturn/receipt-verifier'
import { type FollowReport, HASH_BYTES, rootOfLeaves } from '@outturn/transparency-log'
import { replaceFile } from '@outturn/whole-files'
import { UnusableInput } from '../output.ts'

/** A checkpoint is no secret: the umask decides who reads it. */
const readableMode = 0o666

/** What an auditor kept of a log: a checkpoint, and the hashes of the leaves under it in a second file. */
export type PinnedLog = { readonly checkpoint: Checkpoint; readonly leaves: Uint8Array | undefined }

/** Reads what was kept; null when nothing was. Throws UnusableInput for a file that is not of this log. */
export function readPinned(file: string, log: TrustedLog): PinnedLog | null {
  const text = readIfThere(file)
  if (text === undefined) return null
  const checkpoint = readCheckpoint(text.toString())
  if (checkpoint === undefined || ![log, ...(log.ended ?? [])].some((each) => isPinnable(each, checkpoint))) {
    throw new UnusableInput(`${file} is not a checkpoint of ${log.origin} that its key signed.`)
  }
  return { checkpoint, leaves: readLeaves(leavesFile(file), checkpoint) }
}

/** One of a log that ended is taken whatever its size: that it is above the end is what an audit finds. */
function isPinnable({ origin, keys }: TrustedLog, checkpoint: Checkpoint): boolean {
  return isCheckpointOf({ origin, keys }, checkpoint, nodeSuite)
}

/** Keeps the checkpoint and leaf hashes of an audit that found nothing wrong. */
export async function savePinned(file: string, { checkpointText, leaves }: FollowReport): Promise<void> {
  // Leaves beyond the checkpoint do no harm, so they are replaced first.
  if (leaves === undefined) rmSync(leavesFile(file), { force: true })
  else await save(leavesFile(file), leaves)
  await save(file, checkpointText)
}

function leavesFile(file: string): string {
  return `${file}.leaves`
}

function readLeaves(file: string, { size, root }: Checkpoint): Uint8Array | undefined {
  const bytes = readIfThere(file)
  if (bytes === undefined) return undefined
  const leaves = bytes.subarray(0, size * HASH_BYTES)
  const isWhole = leaves.length === size * HASH_BYTES
  if (!isWhole || Buffer.compare(rootOfLeaves(leaves, nodeSha256), root) !== 0) {
    throw new UnusableInput(
      `${file} does not hold the leaves of the pinned checkpoint. Without the file the audit works and names no leaf of before.`,
    )
  }
  return leaves
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UnusableInput(`Cannot read ${file}: ${(error as Error).message}`)
  }
}

async function save(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await replaceFile(file, content, readableMode)
  } catch (error) {
    throw new UnusableInput(`Cannot write ${file}: ${(error as Error).message}`)
  }
}
