import { spoolEventName } from '@outturn/contracts'
import { derivedId } from '@outturn/service'
import { asOf } from '../../domain/lifecycle/as-of.ts'
import { type Decision, nextVersion } from '../../domain/model/decision.ts'
import type { Spool } from '../../domain/model/spool.ts'
import type { JudgedRun } from '../../domain/retention/withdraw-contents.ts'
import { changeEvents, withdrawalEvents } from '../../events.ts'
import { judgedRuns } from '../../store/retention/withdrawal-store.ts'
import type { ChangeDeps } from '../change-spool.ts'
import { withoutFactsInTexts } from './withdrawn-facts.ts'
import { forgetReplies } from './withdrawn-replies.ts'

type Decide = (current: Spool, runs: readonly JudgedRun[], at: string) => Decision

/**
 * Deletes contents of a Spool that the service itself decides about. `unchanged`: there was nothing to delete; `lost`: the Spool changed
 * meanwhile and is left to the next turn. `cause` names what deletes them, for the ids of the entries.
 */
export async function withdrawByService(
  deps: ChangeDeps,
  stored: Spool,
  cause: string,
  decide: Decide,
  now: Date,
): Promise<{ end: 'lost' | 'unchanged' } | { end: 'won'; spool: Spool }> {
  const { spool, history } = asOf(stored, now, deps.hashes)
  const at = now.toISOString()
  const decided = decide(spool, await judgedRuns(deps.pool, spool.id), at)
  if (decided.entries.length === 0) return { end: 'unchanged' }
  const decision = await withoutFactsInTexts(deps, spool.id, decided)
  const key = `${cause}:${spool.id}:${spool.version}`
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
    ...(decision.discrepancies !== undefined && { discrepancies: decision.discrepancies }),
    outbox,
    at,
  })
  if (result !== 'won') return { end: 'lost' }
  deps.relay.publish(outbox)
  await forgetReplies(deps, spool.id)
  return { end: 'won', spool: change.spool }
}
