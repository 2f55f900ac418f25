import type { CommitPart } from './commit-part.ts'
import { toDiscrepancyRow } from './discrepancy-row.ts'

/** The discrepancies that a commit opens or changes. */
export const changedDiscrepancies: CommitPart = {
  isIn: ({ discrepancies = [] }) => discrepancies.length > 0,
  columns: 'discrepancies json',
  rowOf: ({ discrepancies = [] }) => ({ discrepancies: discrepancies.map(toDiscrepancyRow) }),
  sql: `insert into discrepancy (id, spool_id, ordinal, status, found, state, texts)
    select d.id, spool_id, d.ordinal, d.status, d.found, d.state, d.texts
    from won, json_to_recordset(discrepancies)
      as d(id text, ordinal integer, status text, found text, state json, texts json)
    on conflict (id) do update set status = excluded.status, state = excluded.state, texts = excluded.texts`,
}
