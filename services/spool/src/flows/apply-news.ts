import { derivedId } from '@outturn/service'
import { asOf } from '../domain/lifecycle/as-of.ts'
import { type Decision, nextVersionAlways } from '../domain/model/decision.ts'
import type { Spool } from '../domain/model/spool.ts'
import type { SpoolDeps } from '../deps.ts'
import { changeEvents } from '../events.ts'
import { findSpool } from '../store/spool-store.ts'

export type NewsDeps = Pick<SpoolDeps, 'commit' | 'environment' | 'hashes' | 'ids' | 'pool' | 'relay'>

/** What another service tells of a Spool. */
export type News = {
  readonly eventId: string
  readonly spoolId: string
  readonly now: Date
  /** What it makes of the Spool; null when that is known already. */
  decide(spool: Spool, at: string): Decision | null
}

/** How often news is applied again because its Spool changed since it was read. */
const maxAttempts = 20

/** Changes a Spool by what another service tells of it, once however often it is told. */
export async function applyNews(deps: NewsDeps, news: News): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (await isApplied(deps, news)) return
  }
  throw new Error(`Spool ${news.spoolId} kept changing while event ${news.eventId} was applied`)
}

/** False when the Spool changed meanwhile. News that is known already is not recorded: it is known the next time too. */
async function isApplied(deps: NewsDeps, { eventId, spoolId, now, decide }: News): Promise<boolean> {
  const found = await findSpool(deps.pool, spoolId, deps.environment)
  if (found === null) throw new Error(`Spool ${spoolId} of event ${eventId} is not here`)
  const current = asOf(found.spool, now, deps.hashes)
  const nowText = now.toISOString()
  const at = nowText < current.spool.updatedAt ? current.spool.updatedAt : nowText
  const decision = decide(current.spool, at)
  if (decision === null) return true
  const change = nextVersionAlways(decision, at, {
    eventHash: deps.hashes.eventHash,
    entryId: (type, index) => derivedId('event', `${eventId}:${type}:${index}`),
  })
  const outbox = changeEvents(deps, found.spool, change.spool, now)
  const result = await deps.commit({
    origin: { kind: 'event', eventId },
    before: found.spool,
    spool: change.spool,
    history: [...current.history, ...change.history],
    outbox,
    at: nowText,
  })
  if (result === 'won') deps.relay.publish(outbox)
  return result !== 'version_conflict'
}
