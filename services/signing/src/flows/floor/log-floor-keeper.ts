import { toHex } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { type Refusal, unavailable } from '@outturn/contracts'
import { onPool, type Pool } from '@outturn/postgres'
import type { Clock, Log } from '@outturn/service'
import { treeRoot } from '@outturn/transparency-log'
import type { Environment } from '@outturn/vocabulary'
import type { FloorFiles, StoredFloor } from '../../adapters/floor-files.ts'
import { judgeFloor, type StoredLog } from '../../domain/floor/judge-floor.ts'
import { type LogFloor, UnusableFloor } from '../../domain/floor/log-floor.ts'
import { endedBy } from '../../domain/log/succession.ts'
import { type LogState, readLogState, storedTiles } from '../../store/log-store.ts'
import { findSuccession } from '../../store/log-identity-store.ts'
import type { PassedFloor } from '../../store/receipt-store.ts'
import {
  readRecovery,
  type RecoveryState,
  recordFloorBegun,
  recordRestoreNotice,
} from '../../store/recovery-store.ts'
import { describeRestored, type Restored, restoredRefusal } from './restored.ts'

/** A tree that is about to be given out; it is proved to be the stored one. */
export type PublishedHead = { readonly origin: string; readonly size: number; readonly root: Uint8Array }

export type FloorState =
  | Restored
  /** The database has everything that was given out. The floor is null where this process has no folder for it, and so no keys. */
  | { readonly kind: 'kept'; readonly floor: LogFloor | null; readonly epoch: number }

/**
 * The floor of the log: what was given out last, kept where a restore of the database does not reach. A database that has less is not
 * signed from.
 */
export type LogFloorKeeper = {
  /** Compares the database with the floor now. */
  check(): Promise<FloorState>
  /** As it was compared last. */
  last(): FloorState | null
  /** Writes the floor before this head is given out. Refuses while the database is a restored one, or the floor cannot be written. */
  cover(head: PublishedHead): Promise<void>
  /**
   * Puts this floor in place of one that is missing or cannot be used, as operators decided; of a usable one it takes the place only where
   * the log is another one or has more leaves.
   */
  adopt(head: PublishedHead): Promise<FloorState>
  /** Whether a log of this size is what this process may go on from, as it was compared last. */
  isReachedBy(stored: { readonly origin: string; readonly size: number }): boolean
  /** What the database must have, as it was compared last. */
  passed(): PassedFloor
  /** Throws the refusal while the database is a restored one, as it was compared last. */
  assertNotRestored(): void
  /** Why nothing may be signed now: the database is a restored one, or the floor cannot be written; null where neither is. */
  findRefusal(): Refusal | null
}

type KeeperDeps = {
  readonly pool: Pool
  readonly environment: Environment
  /** Null for a process without a folder. */
  readonly files: FloorFiles | null
  readonly clock: Clock
  readonly log: Pick<Log, 'error' | 'info'>
}

export function createLogFloorKeeper(deps: KeeperDeps): LogFloorKeeper {
  const { pool, environment, files, clock, log } = deps
  let last: FloorState | null = null
  let problem: string | null = null

  function note(state: FloorState): FloorState {
    if (state.kind === 'restored' && last?.kind !== 'restored') {
      log.error({ cause: state.cause, floor: state.floor, stored: state.stored }, describeRestored(state))
    }
    if (state.kind === 'kept' && last?.kind === 'restored') log.info('the log has reached its floor again')
    last = state
    return state
  }

  /** The floor is read first: leaves are in the database before a floor counts them. */
  async function check(): Promise<FloorState> {
    const found = await readFloor(files)
    const [state, recovery] = await Promise.all([readLogState(onPool(pool)), readRecovery(onPool(pool))])
    const epoch = recovery.epoch
    if (files === null) return note({ kind: 'kept', floor: null, epoch })
    const restored = async (cause: Restored['cause'], detail: string | null = null) => {
      if (recovery.noticedAt === null) await recordRestoreNotice(pool, epoch, clock.now())
      const { origin, size } = state
      const floor = found instanceof UnusableFloor ? await files.readOlder() : (found?.floor ?? null)
      return note({ kind: 'restored', cause, floor, stored: { origin, size }, detail })
    }
    if (found instanceof UnusableFloor) return restored('floor_unusable', `${found.message}.`)
    const stored = await storedLog(pool, state, recovery, found?.floor ?? null)
    const verdict = await judgeFloor(found?.floor ?? null, stored, (size) => rootAt(pool, state, size))
    switch (verdict.kind) {
      case 'restored':
        return restored(verdict.cause)
      case 'begins':
      case 'decided': {
        const head = floorOf(publishedHead(state), epoch)
        const before = found?.floor ?? head
        // A log that was recovered has the leaves of its floor, and no checkpoint over them yet.
        const isAhead = before.origin === head.origin && before.size > head.size
        const floor = isAhead ? { ...before, recoveryEpoch: epoch } : head
        if (!(await append(files, found?.number ?? 0, floor))) return check()
        await recordFloorBegun(pool, clock.now())
        return note({ kind: 'kept', floor, epoch })
      }
      case 'holds':
        if (!recovery.isFloorBegun) await recordFloorBegun(pool, clock.now())
        return note({ kind: 'kept', floor: found?.floor ?? null, epoch })
      default:
        return verdict satisfies never
    }
  }

  function floorOf({ origin, size, root }: PublishedHead, recoveryEpoch: number): LogFloor {
    return { environment, origin, size, root: toHex(root), recoveryEpoch }
  }

  async function append(folder: FloorFiles, after: number, floor: LogFloor): Promise<boolean> {
    try {
      const isWritten = await folder.append(after, floor)
      problem = null
      return isWritten
    } catch (error) {
      // Callers of a verification read it, too: the path is for the log of this service.
      const { code, message } = error as NodeJS.ErrnoException
      if (problem === null) log.error({ err: error }, 'the floor of the log cannot be written')
      problem = code ?? message
      throw unwritable(problem)
    }
  }

  function assertNotRestored(): void {
    if (last?.kind === 'restored') throw restoredRefusal(environment, last)
  }

  return {
    check,
    last: () => last,
    passed: () =>
      last?.kind === 'kept' ? { epoch: last.epoch, size: last.floor?.size ?? 0 } : { epoch: -1, size: 0 },
    async adopt(head) {
      if (files === null) return check()
      for (;;) {
        // The number comes first: a floor that another process writes after it makes this turn begin again.
        const number = await files.newest()
        const found = await readFloor(files)
        const isUnusable = found instanceof UnusableFloor
        const floor = isUnusable ? await files.readOlder() : (found?.floor ?? null)
        const { epoch } = await readRecovery(onPool(pool))
        const isBelow = floor === null || floor.origin !== head.origin || floor.size < head.size
        if (!isUnusable && !isBelow) return check()
        const adopted = floorOf(head, Math.max(epoch, floor?.recoveryEpoch ?? 0))
        if (await append(files, number, adopted)) return check()
      }
    },
    isReachedBy({ origin, size }) {
      if (last?.kind !== 'kept') return false
      return last.floor === null || (last.floor.origin === origin && last.floor.size <= size)
    },
    assertNotRestored,
    findRefusal() {
      if (last?.kind === 'restored') return restoredRefusal(environment, last)
      return problem === null ? null : unwritable(problem)
    },
    async cover(head) {
      if (files === null) return
      for (;;) {
        // Of another process one floor more may be there, which is compared first.
        const number = (await readFloorOrThrow(files))?.number ?? 0
        const state = await check()
        if (state.kind === 'restored') throw restoredRefusal(environment, state)
        const { floor, epoch } = state
        const isCovered = floor?.origin === head.origin && floor.size >= head.size
        if (isCovered) {
          problem = null
          return
        }
        if (floor !== null && floor.origin !== head.origin)
          throw unavailable('The log was succeeded meanwhile.')
        if (await append(files, number, floorOf(head, epoch))) {
          note({ kind: 'kept', floor: floorOf(head, epoch), epoch })
          return
        }
      }
    },
  }
}

function unwritable(problem: string): Refusal {
  return unavailable(`The floor of the log cannot be written: ${problem}. Nothing is signed.`, {
    reason: 'log_floor_unwritable',
    remediation: 'Make the folder of OUTTURN_LOG_FLOOR_DIR writable, or free space on its disk.',
    retryAfterSeconds: 10,
  })
}

async function readFloor(files: FloorFiles | null): Promise<StoredFloor | UnusableFloor | null> {
  if (files === null) return null
  return files.read().catch((error: unknown) => {
    if (error instanceof UnusableFloor) return error
    throw error
  })
}

async function readFloorOrThrow(files: FloorFiles): Promise<StoredFloor | null> {
  const found = await readFloor(files)
  return found instanceof UnusableFloor ? null : found
}

/** How the log before this one ended is read where a decision is newer than the floor. */
async function storedLog(
  pool: Pool,
  state: LogState,
  recovery: RecoveryState,
  floor: LogFloor | null,
): Promise<StoredLog> {
  const { origin, number, size } = state
  const isNewer = floor !== null && floor.recoveryEpoch < recovery.epoch
  const succession = isNewer ? await findSuccession(onPool(pool), number) : null
  const ended = succession === null ? null : endedBy(succession)
  return { origin, size, recoveryEpoch: recovery.epoch, isFloorBegun: recovery.isFloorBegun, ended }
}

async function rootAt(pool: Pool, { checkpoint, number }: LogState, size: number): Promise<string> {
  if (checkpoint?.size === size) return toHex(checkpoint.root)
  const readTiles = storedTiles(onPool(pool), number)
  return toHex(await treeRoot({ size, readTiles, sha256: nodeSha256 }))
}

/** What the database says was given out. */
function publishedHead({ origin, checkpoint }: LogState): PublishedHead {
  return checkpoint === null
    ? { origin, size: 0, root: nodeSha256('') }
    : { origin, size: checkpoint.size, root: checkpoint.root }
}
