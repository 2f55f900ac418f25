import type { LogFloor } from './log-floor.ts'

/** The log as the database has it. */
export type StoredLog = {
  readonly origin: string
  /** Number of leaves with a place. */
  readonly size: number
  readonly recoveryEpoch: number
  /** A floor was kept for this database before. */
  readonly isFloorBegun: boolean
  /** The log that ended when this one began; null for the first. */
  readonly ended: { readonly origin: string; readonly lastSize: number } | null
}

/** Why the database is not the one that the log was last given out from. */
export type RestoreCause =
  /** The database has fewer leaves, or fewer decisions, than were given out. */
  | 'behind'
  /** It has other leaves. */
  | 'forked'
  /** The floor is gone, although one was kept. */
  | 'floor_missing'
  /** The floor cannot be read, or is of another environment or log. */
  | 'floor_unusable'

export type FloorVerdict =
  | { readonly kind: 'holds' }
  /** There is no floor and never was one: it begins with what the database has. */
  | { readonly kind: 'begins' }
  /** A decision was committed, and its floor is not written yet. */
  | { readonly kind: 'decided' }
  | { readonly kind: 'restored'; readonly cause: RestoreCause }

const restored = (cause: RestoreCause): FloorVerdict => ({ kind: 'restored', cause })

/**
 * Compares the database with the floor. `rootAt` is the root of the stored tree of so many leaves, in hex; it is asked for trees that the
 * store has.
 */
export async function judgeFloor(
  floor: LogFloor | null,
  stored: StoredLog,
  rootAt: (size: number) => Promise<string>,
): Promise<FloorVerdict> {
  if (floor === null) return stored.isFloorBegun ? restored('floor_missing') : { kind: 'begins' }
  if (floor.recoveryEpoch > stored.recoveryEpoch) return restored('behind')
  if (floor.recoveryEpoch < stored.recoveryEpoch) return judgeDecided(floor, stored, rootAt)
  if (floor.origin !== stored.origin) return restored('floor_unusable')
  return (await isReached(floor, stored, rootAt)) ?? { kind: 'holds' }
}

/** The database knows of a decision that the floor does not: it must be about this floor, or about a later one. */
async function judgeDecided(
  floor: LogFloor,
  stored: StoredLog,
  rootAt: (size: number) => Promise<string>,
): Promise<FloorVerdict> {
  const decided: FloorVerdict = { kind: 'decided' }
  if (floor.origin === stored.origin) return (await isReached(floor, stored, rootAt)) ?? decided
  const { ended } = stored
  return ended !== null && ended.origin === floor.origin && floor.size <= ended.lastSize
    ? decided
    : restored('floor_unusable')
}

/** Null where the database has the leaves of the floor. */
async function isReached(
  { size, root }: LogFloor,
  stored: StoredLog,
  rootAt: (size: number) => Promise<string>,
): Promise<FloorVerdict | null> {
  if (stored.size < size) return restored('behind')
  if (size > 0 && (await rootAt(size)) !== root) return restored('forked')
  return null
}
