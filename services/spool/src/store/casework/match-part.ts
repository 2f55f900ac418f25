import type { CommitPart } from './commit-part.ts'

/** The match of a commit. */
export const newMatch: CommitPart = {
  isIn: ({ match }) => match !== undefined,
  columns: 'match json',
  rowOf: ({ match }) => ({
    match: match && {
      match_run_id: match.runId,
      as_of: match.asOf,
      counts: match.counts,
      match_digest: match.matchDigest,
      statuses: match.statuses,
    },
  }),
  sql: `insert into claim_match (run_id, spool_id, matched_at, as_of, counts, match_digest, statuses)
      select m.match_run_id, spool_id, at, m.as_of, m.counts, m.match_digest, m.statuses
      from won, json_to_record(match) as m(match_run_id text, as_of timestamptz, counts json, match_digest text, statuses text)
      where match is not null`,
}
