import { type OutboxRow, type Pool, query, statement } from '@outturn/postgres'
import { dueAt } from '../domain/lifecycle/timers.ts'
import type { ChainedEntry } from '../domain/lifecycle/history.ts'
import type { Spool } from '../domain/lifecycle/spool.ts'
import { tellWon, toldColumns, toToldRow } from './told-rows.ts'

/** Everything that an event of another service writes when it changes a Spool. */
export type HeardEvent = {
  eventId: string
  /** The version that was read; the Spool is written only where it still has it. */
  expectedVersion: number
  spool: Spool
  history: readonly ChainedEntry[]
  outbox: readonly OutboxRow[]
}

const heardStatement = statement(
  'hear_event',
  `
with item as (
  select * from json_to_record($1::json) as x(
    event_id uuid, spool_id text, expected_version integer, version integer, standing json, updated_at timestamptz,
    due_at timestamptz, ${toldColumns})
), current as (
  select item.event_id from spool as s join item on s.id = item.spool_id and s.version = item.expected_version
  for update of s
), received as (
  insert into inbox (event_id) select event_id from current on conflict do nothing returning event_id
), won as (
  select item.* from item join received using (event_id)
), moved as (
  update spool as s set standing = won.standing, version = won.version, updated_at = won.updated_at, due_at = won.due_at
  from won where s.id = won.spool_id
), ${tellWon}
select current.event_id is not null as is_current, received.event_id is not null as is_won
from item left join current using (event_id) left join received using (event_id)`,
)

/**
 * Records an event in the inbox with its effect, in one statement, where the Spool still has the version that was read.
 * Whatever is not `won` has written nothing.
 */
export async function saveHeard(
  pool: Pool,
  { eventId, expectedVersion, spool, history, outbox }: HeardEvent,
): Promise<'won' | 'version_conflict' | 'already_heard'> {
  const item = {
    event_id: eventId,
    spool_id: spool.id,
    expected_version: expectedVersion,
    version: spool.version,
    standing: spool.state,
    updated_at: spool.updatedAt,
    due_at: dueAt(spool),
    ...toToldRow(history, outbox),
  }
  const [row] = await query<{ is_current: boolean; is_won: boolean }>(pool, heardStatement, [
    JSON.stringify(item),
  ])
  if (row?.is_won === true) return 'won'
  return row?.is_current === true ? 'already_heard' : 'version_conflict'
}
