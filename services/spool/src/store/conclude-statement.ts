import type { VerifiedRun } from '@outturn/contracts'
import { type OutboxRow, type Pool, query, statement } from '@outturn/postgres'
import { dueAt } from '../domain/lifecycle/timers.ts'
import type { ChainedEntry } from '../domain/lifecycle/history.ts'
import type { Spool } from '../domain/lifecycle/spool.ts'
import { tellWon, toldColumns, toToldRow } from './told-rows.ts'

/** Everything that the end of a run writes: a verdict with its reply, or a failure with its refusal. */
export type ConcludedRun = {
  runId: string
  commandId: string
  state: 'done' | 'failed'
  /** The Spool after the run; its version is one above the one that was read. */
  spool: Spool
  history: ChainedEntry[]
  outbox: OutboxRow[]
  /** Exact bytes that every repetition of the command is answered with. */
  reply: string
  isRefusal: boolean
  verifiedRun: VerifiedRun | null
  at: string
}

const concludeStatement = statement(
  'conclude_runs',
  `
with item as (
  select * from json_to_recordset($1::json) as x(
    run_id text, command_id text, state text, spool_id text, version integer, standing json, due_at timestamptz,
    at timestamptz,
    ${toldColumns}, reply text, is_refusal boolean, verified_run json)
), current as (
  select s.id from spool as s join item on s.id = item.spool_id and s.version = item.version - 1
  order by s.id for update of s
), ended as (
  update verification_process as p
  set state = item.state, finished_at = item.at, verified_run = item.verified_run
  from item join current on current.id = item.spool_id
  where p.run_id = item.run_id and p.state = 'requested'
  returning p.run_id
), won as (
  select item.* from item join ended using (run_id)
), moved as (
  update spool as s set standing = won.standing, version = won.version, due_at = won.due_at, updated_at = won.at
  from won where s.id = won.spool_id
), ${tellWon}, remembered as (
  update command_log as c
  set reply = won.reply, is_refusal = won.is_refusal, completed_at = won.at
  from won where c.command_id = won.command_id
)
select run_id from ended`,
)

function toRow(ended: ConcludedRun) {
  return {
    run_id: ended.runId,
    command_id: ended.commandId,
    state: ended.state,
    spool_id: ended.spool.id,
    version: ended.spool.version,
    standing: ended.spool.state,
    due_at: dueAt(ended.spool),
    at: ended.at,
    ...toToldRow(ended.history, ended.outbox),
    reply: ended.reply,
    is_refusal: ended.isRefusal,
    verified_run: ended.verifiedRun,
  }
}

/**
 * Ends each run whose process is still open and whose Spool is still at the version that was read, in one statement.
 * Answers, in order, whether this caller ended it; where it did not, nothing of it was written.
 */
export async function concludeRuns(pool: Pool, runs: readonly ConcludedRun[]): Promise<boolean[]> {
  const rows = await query<{ run_id: string }>(pool, concludeStatement, [JSON.stringify(runs.map(toRow))])
  const ended = new Set(rows.map((row) => row.run_id))
  return runs.map(({ runId }) => ended.delete(runId))
}
