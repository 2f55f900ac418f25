import { spoolEvidenceWithdrawn } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import type { Pool } from '@outturn/postgres'
import { forgetContent } from '../store/withdrawal-store.ts'

/** Deletes what runs kept of a content: quotes of it in opinions, and what was seen in it. A deletion is final and may be repeated. */
export function onSpoolEvidenceWithdrawn(pool: Pool): Reaction<typeof spoolEvidenceWithdrawn> {
  return {
    event: spoolEvidenceWithdrawn,
    concurrency: 2,
    handle: async ({ evidenceId, runIds }) => {
      for (const runId of runIds) await forgetContent(pool, runId, evidenceId)
    },
  }
}
