import { clockStruck } from './timers.ts'
import { type Recorded, recorded, type RecordingTools } from './decision.ts'
import type { Spool } from './spool.ts'

/** A Spool as it is now: with what its clocks have done since it was written. `history` is empty when they did nothing. */
export function atTime(
  spool: Spool,
  now: Date,
  tools: Pick<RecordingTools, 'eventHash'> & { clockEntryId: (spoolId: string, type: string) => string },
): Recorded {
  const struck = clockStruck(spool, now)
  if (struck === null) return { spool, history: [] }
  return recorded(struck, struck.at, {
    eventHash: tools.eventHash,
    entryId: (type) => tools.clockEntryId(spool.id, type),
  })
}
