import type { MatchView, readMatchRowsAt } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { Pool } from '@outturn/postgres'
import { rowsPerPage } from '../../domain/matching/run-match.ts'
import { findMatchRows } from '../../store/matches/match-store.ts'

/** Single rows of a recorded match, in the order in which they were asked for. */
export function handleReadMatchRowsAt(pool: Pool): Handler<typeof readMatchRowsAt> {
  return async ({ runId, places }) => {
    const pages = new Map<number, readonly MatchView[]>()
    // One after the other: a page has hundreds of rows, of which few are kept.
    for (const page of new Set(places.map((place) => Math.floor(place / rowsPerPage)))) {
      pages.set(page, await findMatchRows(pool, runId, page, page))
    }
    const rows = places.flatMap((place) => {
      const row = pages.get(Math.floor(place / rowsPerPage))?.[place % rowsPerPage]
      return row === undefined ? [] : [row]
    })
    return { rows }
  }
}
