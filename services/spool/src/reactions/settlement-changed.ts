import { type EventPayload, settlementChanged } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { asOf } from '../domain/lifecycle/as-of.ts'
import { nextVersionAlways } from '../domain/lifecycle/decision.ts'
import { applySettlement } from '../domain/settlement/apply-settlement.ts'
import { changeEvents } from '../events.ts'
import type { SpoolDeps } from '../deps.ts'
import { findSpool } from '../store/spool-store.ts'

/** How often news is applied again because its Spool changed since it was read. */
const maxAttempts = 20

type SettlementDeps = Pick<SpoolDeps, 'commit' | 'environment' | 'hashes' | 'ids' | 'pool' | 'relay'>

/** Shows in a Spool where its settlement stands, and completes it when it is paid. */
export function onSettlementChanged(deps: SettlementDeps): Reaction<typeof settlementChanged> {
  return {
    event: settlementChanged,
    concurrency: 16,
    async handle(fact, { id, now }) {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        if (await applyNews(deps, fact, { eventId: id, now })) return
      }
      throw new Error(`Spool ${fact.spoolId} kept changing while its settlement was applied`)
    },
  }
}

/** False when the Spool changed meanwhile. News that is known already is not recorded: it is known the next time too. */
async function applyNews(
  deps: SettlementDeps,
  { spoolId, summary }: EventPayload<typeof settlementChanged>,
  { eventId, now }: { eventId: string; now: Date },
): Promise<boolean> {
  const found = await findSpool(deps.pool, spoolId, deps.environment)
  if (found === null) throw new Error(`there is no Spool ${spoolId} for its settlement`)
  const current = asOf(found.spool, now, deps.hashes)
  const nowText = now.toISOString()
  const at = nowText < current.spool.updatedAt ? current.spool.updatedAt : nowText
  const decision = applySettlement(current.spool, summary, at)
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
