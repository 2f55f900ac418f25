import { nodeSha256 } from '@outturn/canonical/node'
import { invalid, type readMatchRows } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { Pool } from '@outturn/postgres'
import { indexOfMatch, rowsPerPage } from '../../domain/matching/run-match.ts'
import { findMatchRows } from '../../store/matches/match-store.ts'

/** Rows of a recorded match in their order. */
export function handleReadMatchRows(pool: Pool): Handler<typeof readMatchRows> {
  return async ({ runId, after, limit }) => {
    const before = after === null ? -1 : indexOfMatch(runId, after, nodeSha256)
    if (before === null) {
      throw invalid('after', 'after names no result of the last match.', {
        remediation: 'Send the next_cursor of the page before, or leave after out.',
      })
    }
    const start = before + 1
    const first = Math.floor(start / rowsPerPage)
    const last = Math.floor((start + limit - 1) / rowsPerPage)
    const rows = await findMatchRows(pool, runId, first, last)
    const skipped = start - first * rowsPerPage
    return { rows: rows.slice(skipped, skipped + limit) }
  }
}
