import { expireDue } from './timers.ts'
import { type NextVersion, nextVersion, type VersionTools } from '../model/decision.ts'
import type { Spool } from '../model/spool.ts'

/** A Spool as of now: with what its timers have done since it was written. `history` is empty when they did nothing. */
export function asOf(
  spool: Spool,
  now: Date,
  tools: Pick<VersionTools, 'eventHash'> & { timerEntryId: (spoolId: string, type: string) => string },
): NextVersion {
  const history: NextVersion['history'] = []
  let current = spool
  for (let due = expireDue(current, now); due !== null; due = expireDue(current, now)) {
    const { at, key } = due
    const next = nextVersion(due, at, {
      eventHash: tools.eventHash,
      entryId: (type) => tools.timerEntryId(spool.id, key === null ? type : `${type}:${key}`),
    })
    current = next.spool
    history.push(...next.history)
  }
  return { spool: current, history }
}
