import { asOf } from '../domain/lifecycle/as-of.ts'
import { contentsFreeSince } from '../domain/retention/contents-in-use.ts'
import { withoutSubmittedContents } from '../domain/retention/withdraw-contents.ts'
import type { ChangeDeps } from '../flows/change-spool.ts'
import { withdrawByService } from '../flows/retention/withdraw-by-service.ts'
import {
  noteContentsWithdrawn,
  type SpoolPlace,
  spoolsWithContents,
} from '../store/retention/old-contents.ts'
import type { StoredSpool } from '../store/spool-store.ts'

const spoolsAtOnce = 20
const dayMs = 86_400_000

/**
 * Deletes the contents of Spools that nothing has needed for so many days. It walks the Spools from the oldest on, some at each turn, and
 * begins again at the end. Replicas may meet at one Spool: the version decides. What one replica left undone is met again.
 */
export function createContentSweep(deps: ChangeDeps, retentionDays: number): (now: Date) => Promise<number> {
  let place: SpoolPlace | null = null
  return async (now) => {
    const until = new Date(now.getTime() - retentionDays * dayMs).toISOString()
    const found: StoredSpool[] = await spoolsWithContents(deps.pool, deps.environment, {
      after: place,
      until,
      limit: spoolsAtOnce,
    })
    for (const stored of found) await withdrawOld(deps, stored, until, now)
    const last = found.at(-1)?.spool
    place =
      found.length < spoolsAtOnce || last === undefined ? null : { createdAt: last.createdAt, id: last.id }
    return found.length
  }
}

async function withdrawOld(
  deps: ChangeDeps,
  { spool: stored, evidence }: StoredSpool,
  until: string,
  now: Date,
): Promise<void> {
  const { spool } = asOf(stored, now, deps.hashes)
  const free = contentsFreeSince(spool, now)
  if (free === null || free > until) return
  const result = await withdrawByService(
    deps,
    stored,
    'retention',
    (current, runs, at) => withoutSubmittedContents({ spool: current, evidence }, runs, at),
    now,
  )
  if (result.end === 'unchanged') return noteContentsWithdrawn(deps.pool, stored)
  if (result.end === 'won') await noteContentsWithdrawn(deps.pool, result.spool)
}
