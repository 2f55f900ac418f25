import { expireDue } from './timers.ts'
import { type NextVersion, nextVersion, type VersionTools } from './decision.ts'
import type { Spool } from './spool.ts'

/** A Spool as of now: with what its timers have done since it was written. `history` is empty when they did nothing. */
export function asOf(
  spool: Spool,
  now: Date,
  tools: Pick<VersionTools, 'eventHash'> & { timerEntryId: (spoolId: string, type: string) => string },
): NextVersion {
  const expired = expireDue(spool, now)
  if (expired === null) return { spool, history: [] }
  return nextVersion(expired, expired.at, {
    eventHash: tools.eventHash,
    entryId: (type) => tools.timerEntryId(spool.id, type),
  })
}
