import { spoolEvidenceWithdrawn } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import type { Pool } from '@outturn/postgres'
import { eraseFactsOfMatches } from '../store/matches/erase-matches.ts'
import { forgetContent, forgetDeadLetters, forgetFacts } from '../store/withdrawal-store.ts'

/**
 * Deletes what is kept of a content: quotes of it in opinions, what was seen in it, requests of runs that failed, and the values of the facts
 * that it was made of, also where a match has them. A deletion is final and may be repeated.
 */
export function onSpoolEvidenceWithdrawn(pool: Pool): Reaction<typeof spoolEvidenceWithdrawn> {
  return {
    event: spoolEvidenceWithdrawn,
    concurrency: 2,
    handle: async ({ spoolId, evidenceId, runIds, facts }) => {
      for (const runId of runIds) await forgetContent(pool, runId, evidenceId)
      await forgetDeadLetters(pool, spoolId)
      if (facts === undefined) return
      await forgetFacts(pool, spoolId, facts)
      await eraseFactsOfMatches(pool, spoolId)
    },
  }
}
