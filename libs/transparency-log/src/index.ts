export { type EndedLog, judgePinnedEnd, readEndedLogs, successionLeafText } from './audit/ended-log.ts'
export type { LogFinding, LogProblem } from './audit/finding.ts'
export { type ExpectedLeaf, type FollowReport, type FollowRequest, followLog } from './audit/follow-log.ts'
export type { ReadResource } from './audit/log-source.ts'
export { formatCheckpoint, formatLogProof, formatSignedNote } from './checkpoint.ts'
export { formatEntryBundle, MAX_ENTRY_BYTES, readEntryBundle } from './entry-bundle.ts'
export {
  keyDocumentLeafText,
  keyLeafText,
  type LoggedKey,
  type LoggedKeyDocument,
  type LoggedStatus,
  statusLeafText,
} from './leaf.ts'
export { HASH_BYTES, type HashTile, readTilePath, TILE_WIDTH, type TileAddress, tilePath } from './tile.ts'
export {
  appendLeaves,
  emptyFrontier,
  type Frontier,
  frontierRoot,
  type FullTile,
  openFrontier,
  rootOfLeaves,
} from './tree/frontier.ts'
export { proveConsistency, proveInclusion, type TiledTree, treeRoot } from './tree/proofs.ts'
export { BrokenTile, type ReadTiles } from './tree/tile-reader.ts'
export { type TreeHead, verifyConsistency } from './tree/verify-consistency.ts'
