import { type OutboxRow, outboxColumnNames, outboxColumns } from '@outturn/postgres'
import type { ChainedEntry } from '../domain/lifecycle/history.ts'

/** Columns of an item that tells of a change to an existing Spool: its new history and the events for other services. */
export const toldColumns = 'history json, history_from integer, outbox json'

/** Parts of a `with` that write what every item in `won` tells. */
export const tellWon = `
new_history as (
  insert into spool_history (spool_id, seq, body)
  select spool_id, history_from + h.n, h.body
  from won, json_array_elements_text(history) with ordinality as h(body, n)
), new_outbox as (
  insert into outbox (${outboxColumnNames})
  select ${outboxColumnNames
    .split(', ')
    .map((name) => `o.${name}`)
    .join(', ')}
  from won, json_to_recordset(outbox) as o(${outboxColumns})
)`.trim()

export function toToldRow(history: readonly ChainedEntry[], outbox: readonly OutboxRow[]) {
  return {
    history: history.map((entry) => JSON.stringify(entry)),
    history_from: (history[0]?.seq ?? 1) - 1,
    outbox,
  }
}
