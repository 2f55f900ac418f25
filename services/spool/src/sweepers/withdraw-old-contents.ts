import { spoolEventName } from '@outturn/contracts'
import { derivedId } from '@outturn/service'
import { asOf } from '../domain/lifecycle/as-of.ts'
import { nextVersion } from '../domain/model/decision.ts'
import { contentsFreeSince } from '../domain/retention/contents-in-use.ts'
import { withoutSubmittedContents } from '../domain/retention/withdraw-contents.ts'
import { changeEvents, withdrawalEvents } from '../events.ts'
import type { ChangeDeps } from '../flows/change-spool.ts'
import { forgetReplies } from '../flows/withdrawn-replies.ts'
import { judgedRuns } from '../store/retention/withdrawal-store.ts'
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
  const { spool, history } = asOf(stored, now, deps.hashes)
  const free = contentsFreeSince(spool, now)
  if (free === null || free > until) return
  const at = now.toISOString()
  const decision = withoutSubmittedContents({ spool, evidence }, await judgedRuns(deps.pool, spool.id), at)
  if (decision.entries.length === 0) return noteContentsWithdrawn(deps.pool, stored)
  const key = `retention:${spool.id}:${spool.version}`
  const change = nextVersion(decision, at, {
    eventHash: deps.hashes.eventHash,
    entryId: (type, index) => derivedId('event', spoolEventName(key, type, index)),
  })
  const outbox = [
    ...changeEvents(deps, stored, change.spool, now),
    ...withdrawalEvents(deps, change.spool, decision.withdrawal, now),
  ]
  const result = await deps.commit({
    origin: { kind: 'timer' },
    before: stored,
    spool: change.spool,
    history: [...history, ...change.history],
    ...(decision.withdrawal !== undefined && { withdrawal: decision.withdrawal }),
    outbox,
    at,
  })
  if (result !== 'won') return
  deps.relay.publish(outbox)
  await noteContentsWithdrawn(deps.pool, change.spool)
  await forgetReplies(deps, spool.id)
}
