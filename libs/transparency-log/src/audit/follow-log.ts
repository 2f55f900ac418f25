import { equalBytes, type CryptoSuite, merkleLeafHash } from '@outturn/canonical'
import {
  type Checkpoint,
  isCheckpointOf,
  isLeafIncluded,
  readCheckpoint,
  readLogProof,
  type TrustedLog,
} from '@outturn/receipt-verifier'
import { HASH_BYTES, TILE_WIDTH } from '../tile.ts'
import { proveConsistency, treeRoot } from '../tree/proofs.ts'
import { BrokenTile, type ReadTiles } from '../tree/tile-reader.ts'
import { verifyConsistency } from '../tree/verify-consistency.ts'
import { compareLeaves } from './compare-leaves.ts'
import { finding, type LogFinding } from './finding.ts'
import { type ReadResource, tilesOfSource } from './log-source.ts'
import { checkTiles, readLeaves } from './read-leaves.ts'

/** What an auditor knows of a log and wants to know. */
export interface FollowRequest {
  readonly readResource: ReadResource
  readonly log: TrustedLog
  readonly suite: CryptoSuite
  /** The checkpoint that the auditor saw last, its signature checked; null for a first look. */
  readonly pinned: Checkpoint | null
  /** Hashes of the leaves under the pinned checkpoint, one after the other, if the auditor kept them. */
  readonly knownLeaves?: Uint8Array
  /** Read only what came after the pinned checkpoint. */
  readonly onlyNew?: boolean
  /** A leaf that must be in the log, with its proof if there is one. */
  readonly expected?: ExpectedLeaf
  /** Sees every entry that is read and found to be the one in the tree. */
  readonly onEntry?: (entry: Uint8Array, index: number) => void
}

export interface ExpectedLeaf {
  readonly leaf: string
  /** Text of a tlog-proof. */
  readonly proof: string | undefined
}

export interface FollowReport {
  /** Nothing when the log is as it should be; otherwise the first thing that is wrong with it, and what follows from it. */
  readonly findings: readonly LogFinding[]
  /** The log's checkpoint, if its key signed it, and its text. */
  readonly checkpoint: Checkpoint | null
  readonly checkpointText: string
  /** Leaf hashes from the first leaf on; undefined when the first ones were neither read nor known. */
  readonly leaves: Uint8Array | undefined
  /** Where the expected leaf is; undefined when it was not found or not asked for. */
  readonly foundAt: number | undefined
}

/** Reads a log and compares it with itself, with its signed checkpoint and with what was known of it before. */
export async function followLog(request: FollowRequest): Promise<FollowReport> {
  const { readResource, log, suite, pinned } = request
  const bytes = await readResource('checkpoint')
  const checkpointText = new TextDecoder().decode(bytes)
  const checkpoint = bytes === undefined ? undefined : readCheckpoint(checkpointText)
  const report = { checkpoint: null, checkpointText, leaves: undefined, foundAt: undefined }
  if (checkpoint === undefined || !isCheckpointOf(log, checkpoint, suite)) {
    const detail = 'The log serves no checkpoint that its key signed.'
    return { ...report, findings: [finding('unsigned_checkpoint', detail)] }
  }
  if (pinned !== null && checkpoint.size < pinned.size) {
    const detail = `The log was rolled back: it had ${pinned.size} leaves and now shows ${checkpoint.size}.`
    return { ...report, checkpoint, findings: [finding('rolled_back', detail, checkpoint.size)] }
  }
  const readTiles = tilesOfSource(readResource)
  try {
    return { checkpoint, checkpointText, ...(await compare(request, checkpoint, readTiles)) }
  } catch (error) {
    if (!(error instanceof BrokenTile)) throw error
    return { ...report, checkpoint, findings: [finding('broken_tile', `The tile ${error.message}.`)] }
  }
}

async function compare(
  request: FollowRequest,
  checkpoint: Checkpoint,
  readTiles: ReadTiles,
): Promise<Pick<FollowReport, 'findings' | 'leaves' | 'foundAt'>> {
  const { pinned, knownLeaves, suite, readResource } = request
  const { size } = checkpoint
  const start = request.onlyNew === true ? (pinned?.size ?? 0) : 0
  const reading = await readLeaves({
    start,
    end: size,
    readResource,
    readTiles,
    sha256: suite.sha256,
    onEntry: request.onEntry ?? (() => {}),
  })
  const leaves = leavesFromFirst(reading.hashes, start, knownLeaves)
  const changed = leaves && knownLeaves && compareLeaves(knownLeaves, leaves)
  const found = changed ?? reading.finding
  if (found !== undefined) return { findings: [found], leaves, foundAt: undefined }

  const broken = await checkTiles(start, size, readTiles, suite.sha256)
  if (broken !== undefined) return { findings: [broken], leaves, foundAt: undefined }

  const tree = { size, readTiles, sha256: suite.sha256 }
  if (!equalBytes(await treeRoot(tree), checkpoint.root)) {
    const detail = `The ${size} leaves that the log serves do not have the root that its checkpoint signs.`
    return { findings: [finding('forked', detail)], leaves, foundAt: undefined }
  }
  if (pinned !== null && !(await isContinued(pinned, checkpoint, readTiles, suite))) {
    return { findings: [forkedSince(pinned)], leaves, foundAt: undefined }
  }
  const judged = await judgeExpected(request, checkpoint, readTiles, leaves)
  return { ...judged, leaves }
}

/** All leaf hashes up to the last one read; what was not read is taken from what was known. */
function leavesFromFirst(
  hashes: Uint8Array,
  start: number,
  known: Uint8Array | undefined,
): Uint8Array | undefined {
  const unread = Math.floor(start / TILE_WIDTH) * TILE_WIDTH * HASH_BYTES
  if (unread === 0) return hashes
  if (known === undefined || known.length < unread) return undefined
  const leaves = new Uint8Array(unread + hashes.length)
  leaves.set(known.subarray(0, unread))
  leaves.set(hashes, unread)
  return leaves
}

async function isContinued(
  earlier: Checkpoint,
  later: Checkpoint,
  readTiles: ReadTiles,
  suite: CryptoSuite,
): Promise<boolean> {
  const tree = { size: later.size, readTiles, sha256: suite.sha256 }
  return verifyConsistency(earlier, later, await proveConsistency(earlier.size, tree), suite.sha256)
}

function forkedSince({ size }: Checkpoint): LogFinding {
  const detail =
    `The first ${size} leaves no longer have the root that the pinned checkpoint signs: ` +
    'one of them was rewritten, hidden or reordered. Audits that keep the leaf hashes name it.'
  return finding('forked', detail)
}

async function judgeExpected(
  { expected, log, suite }: FollowRequest,
  checkpoint: Checkpoint,
  readTiles: ReadTiles,
  leaves: Uint8Array | undefined,
): Promise<Pick<FollowReport, 'findings' | 'foundAt'>> {
  if (expected === undefined) return { findings: [], foundAt: undefined }
  const hash = merkleLeafHash(expected.leaf, suite.sha256)
  const no = (problem: LogFinding['problem'], detail: string, leaf: number | null = null) => ({
    findings: [finding(problem, detail, leaf)],
    foundAt: undefined,
  })
  if (expected.proof === undefined) {
    const foundAt = leaves && placeIn(leaves, hash)
    return foundAt === undefined
      ? no('not_logged', 'The receipt is in none of the leaves that were read.')
      : { findings: [], foundAt }
  }
  const proof = readLogProof(expected.proof)
  if (proof === undefined || !isLeafIncluded(expected.leaf, expected.proof, log, suite)) {
    return no('not_logged', 'The proof in the receipt does not show that it is in this log.')
  }
  const { index } = proof
  if (proof.checkpoint.size > checkpoint.size) {
    const [had, shows] = [proof.checkpoint.size, checkpoint.size]
    return no(
      'rolled_back',
      `The log was rolled back: the receipt proves ${had} leaves, and ${shows} are shown.`,
      shows,
    )
  }
  if (!(await isContinued(proof.checkpoint, checkpoint, readTiles, suite))) {
    const detail = `The receipt was proved to be leaf ${index} of another history than the log shows now.`
    return no('forked', detail, index)
  }
  return { findings: [], foundAt: index }
}

function placeIn(leaves: Uint8Array, hash: Uint8Array): number | undefined {
  for (let at = 0; at < leaves.length; at += HASH_BYTES) {
    if (equalBytes(leaves.subarray(at, at + HASH_BYTES), hash)) return at / HASH_BYTES
  }
  return undefined
}
