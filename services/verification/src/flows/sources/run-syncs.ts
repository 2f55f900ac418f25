import { onPool } from '@outturn/postgres'
import { type Log, nothingSoon } from '@outturn/service'
import { isSyncSoon, leaseSyncs, startDueSyncs } from '../../store/sources/sync-store.ts'
import { leaseMs, type PullDeps, pullSource } from './pull-source.ts'

/** Syncs that one replica works on at once. */
const maxSyncs = 4

export type SyncRunner = {
  /** Starts the syncs that are due, and works on those that no replica works on. */
  sweep(now: Date): Promise<unknown>
  /** Settles when the syncs of this replica have ended. */
  settled(): Promise<void>
}

export function createSyncRunner(deps: PullDeps & { readonly log: Log }): SyncRunner {
  const { pool, ids, log } = deps
  const underWay = new Set<Promise<void>>()
  return {
    async sweep(now) {
      const run = onPool(pool)
      if (!(await isSyncSoon(run, now))) return nothingSoon
      await startDueSyncs(run, now, ids.newUuid())
      const limit = maxSyncs - underWay.size
      if (limit === 0) return undefined
      const until = new Date(now.getTime() + leaseMs)
      for (const sync of await leaseSyncs(run, { now, until, limit })) {
        const pulling = pullSource(deps, sync)
          .catch((error: unknown) =>
            log.error({ err: error, syncId: sync.id }, 'a sync failed and will be taken up again'),
          )
          .finally(() => underWay.delete(pulling))
        underWay.add(pulling)
      }
      return undefined
    },
    async settled() {
      await Promise.all(underWay)
    },
  }
}
