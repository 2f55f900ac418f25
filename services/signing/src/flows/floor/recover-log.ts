import { randomInt } from 'node:crypto'
import { fromHex64, equalBytes, merkleLeafHash } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { unprocessable } from '@outturn/contracts'
import { inside, type Tx } from '@outturn/postgres/typed'
import { type LogEntry } from '@outturn/receipt-verifier/issuing'
import { appendLeaves, type Frontier, frontierRoot, openFrontier } from '@outturn/transparency-log'
import type { LogFloor } from '../../domain/floor/log-floor.ts'
import { epochAfter, mostEpochsSkipped } from '../../domain/log/succession.ts'
import type { SigningDeps } from '../../deps.ts'
import { addLogEntries, holdLog, type PlacedLeaf, readLogState, storedTiles } from '../../store/log-store.ts'
import { readRecovery, recordDecision } from '../../store/recovery-store.ts'
import {
  forgetRecoveredLeaves,
  keepRecoveredLeaves,
  readRecoveredLeaves,
  receiptsOfSubjects,
  takePendingTwins,
} from '../../store/recovered-leaf-store.ts'
import type { Tables } from '../../store/tables.ts'

/** Keeps leaves that came back; answers with the first that is missing still, or null when all are there. */
export async function stageLeaves(
  tx: Tx<Tables>,
  floor: LogFloor,
  index: number,
  entries: readonly string[],
): Promise<number | null> {
  const { number, size } = await readLogState(inside(tx))
  await keepRecoveredLeaves(tx, number, index, entries)
  let next = size
  for (;;) {
    const leaves = await readRecoveredLeaves(inside(tx), number, next, floor.size)
    const gap = leaves.findIndex((leaf, at) => leaf.index !== next + at)
    next += gap === -1 ? leaves.length : gap
    if (next === floor.size) return null
    if (gap !== -1 || leaves.length === 0) return next
  }
}

type Recovery = { readonly by: string; readonly reason: string; readonly now: Date }

/**
 * Gives the leaves that came back their places, if they lead to the root of the floor; a leaf that is another one makes none of them
 * count.
 */
export async function recoverLog(
  tx: Tx<Tables>,
  { slug }: SigningDeps,
  floor: LogFloor,
  { by, reason, now }: Recovery,
) {
  await holdLog(tx)
  const { number, size } = await readLogState(inside(tx))
  const recovered: LogEntry[] = []
  let frontier: Frontier = await openFrontier(size, storedTiles(inside(tx), number))
  while (frontier.size < floor.size) {
    const leaves = await readRecoveredLeaves(inside(tx), number, frontier.size, floor.size)
    if (leaves[0]?.index !== frontier.size) throw otherLeaves(frontier.size)
    const entries = leaves.map(({ entry }) => entry)
    const hashes = entries.map((entry) => merkleLeafHash(entry, nodeSha256))
    const appended = appendLeaves(frontier, hashes, nodeSha256)
    const subjects = await takePendingTwins(tx, entries)
    const placed = leaves.map(({ index, entry }, at): PlacedLeaf => {
      const read = readEntry(entry, index)
      recovered.push(read)
      const subject = subjects.get(entry) ?? read.subject
      return { kind: read.kind, subject, entry, index, hash: hashes[at] as Uint8Array }
    })
    await addLogEntries(tx, number, placed, appended.filled)
    frontier = appended.frontier
  }
  const root = frontierRoot(frontier, nodeSha256)
  if (!equalBytes(root, fromHex64(floor.root) ?? new Uint8Array())) throw otherLeaves(size)
  await forgetRecoveredLeaves(tx, number)
  const { lostFrom, noticedAt, epoch } = await readRecovery(inside(tx))
  const recoveryEpoch = epochAfter([epoch, floor.recoveryEpoch], randomInt(mostEpochsSkipped))
  await recordDecision(tx, {
    epoch: recoveryEpoch,
    decision: 'recovered',
    lostFrom: lostFrom ?? now,
    lostTo: noticedAt ?? now,
    decidedBy: [by],
    reason,
    now,
  })
  return { recoveryEpoch, changes: await changesIn(tx, slug, recovered) }
}

/** Changes whose records are lost: what they said holds no more until they are made again. */
async function changesIn(tx: Tx<Tables>, slug: string, recovered: readonly LogEntry[]) {
  const statuses = recovered.filter(({ kind }) => kind === 'status')
  const receiptIds = await receiptsOfSubjects(
    inside(tx),
    slug,
    statuses.map(({ subject }) => subject),
  )
  const keys = recovered.filter(({ kind }) => kind === 'key_document').length
  return { receiptIds, statuses: statuses.length, keys }
}

const kinds = ['receipt', 'status', 'key_document', 'key', 'succession'] as const

function readEntry(text: string, index: number): LogEntry {
  try {
    const { kind, subject, digest } = JSON.parse(text) as Record<string, unknown>
    const known = kinds.find((each) => each === kind)
    if (known !== undefined && typeof subject === 'string' && typeof digest === 'string') {
      return { kind: known, subject, digest }
    }
  } catch {
    // Refused below, like any other text that is no leaf.
  }
  throw otherLeaves(index)
}

function otherLeaves(index: number) {
  return unprocessable('entries', `The leaves from ${index} on do not lead to the root that was published.`, {
    reason: 'leaves_do_not_match',
    remediation:
      'Send the leaves of another copy of the log: an auditor keeps them, or a mirror serves them.',
  })
}
