import { derivedId } from '@outturn/service'
import type { SpoolDeps } from '../../deps.ts'
import { type Decision, type NextVersion, nextVersionAlways } from '../../domain/model/decision.ts'
import type { Spool } from '../../domain/model/spool.ts'
import { changeEvents } from '../../events.ts'
import { openedOn, type RunProcess, type RunToOpen } from '../../store/run-process.ts'
import type { StoredSpool } from '../../store/spool-store.ts'

/** How long the driver of such a run waits for the other services, ms. */
export const driveMs = 25_000

/** The time of a decision that the service carries out: now, and never before the last change of the Spool. */
export function decidedAt({ updatedAt }: Spool, now: Date): string {
  const at = now.toISOString()
  return at < updatedAt ? updatedAt : at
}

type Stored = {
  readonly found: StoredSpool
  /** The Spool as it is now, with what its timers made of it. */
  readonly current: NextVersion
  readonly decision: Decision
  readonly opens?: RunToOpen
}

/**
 * Commits what the decision of a dispute or a review makes of its Spool, with the run that it asks for. Answers the process of that run; null
 * where there is none, or another replica was first.
 */
export async function commitDecided(
  deps: SpoolDeps,
  { found, current, decision, opens }: Stored,
  { at, now, entryPrefix }: { at: string; now: Date; entryPrefix: string },
): Promise<RunProcess | null> {
  const change = nextVersionAlways(decision, at, {
    eventHash: deps.hashes.eventHash,
    entryId: (type, index) => derivedId('event', `${entryPrefix}:${type}:${index}`),
  })
  const opened = opens === undefined ? null : openedOn(change.spool, opens)
  const outbox = changeEvents(deps, found.spool, change.spool, now)
  const items = decision.evidence ?? []
  const result = await deps.commit({
    origin: { kind: 'timer' },
    before: found.spool,
    spool: change.spool,
    history: [...current.history, ...change.history],
    ...(items.length > 0 && {
      evidence: { from: found.evidence.length, items, contents: decision.contents ?? [] },
    }),
    outbox,
    opens: opened,
    at: now.toISOString(),
  })
  if (result !== 'won') return null
  deps.relay.publish(outbox)
  return opened
}
