import { type Pool, query, statement } from '@outturn/postgres'
import type { JudgedRun } from '../../domain/retention/withdraw-contents.ts'

/** The runs of a Spool that have ended, with how many items each judged; a one-call verification judges all that it brought. */
export async function judgedRuns(pool: Pool, spoolId: string): Promise<JudgedRun[]> {
  const rows = await query<{ run_id: string; evidence_count: number | null }>(
    pool,
    statement('judged_runs', 'select run_id, evidence_count from verification_process where spool_id = $1'),
    [spoolId],
  )
  return rows.map(({ run_id: runId, evidence_count: items }) => ({ runId, items: items ?? Infinity }))
}

/** The Spools whose kept replies still have to be replaced. */
export async function spoolsWithWithdrawnReplies(pool: Pool, limit: number): Promise<string[]> {
  const rows = await query<{ spool_id: string }>(
    pool,
    statement(
      'spools_with_withdrawn_replies',
      'select spool_id from withdrawn_reply order by until limit $1',
    ),
    [limit],
  )
  return rows.map(({ spool_id: spoolId }) => spoolId)
}

/** Notes that kept replies of a Spool show what was erased, from its creation up to now. */
export async function noteRepliesToReplace(
  pool: Pool,
  spoolId: string,
  since: string,
  now: Date,
): Promise<void> {
  await query(
    pool,
    statement(
      'note_replies_to_replace',
      `insert into withdrawn_reply (spool_id, since, until) values ($1, $2, $3)
       on conflict (spool_id) do update set until = excluded.until`,
    ),
    [spoolId, since, now],
  )
}

/** Replaces the kept replies that show claims and cases of a Spool, which name those alone. */
export async function replaceCaseReplies(
  pool: Pool,
  spoolId: string,
  since: string,
  refusal: string,
): Promise<void> {
  await query(
    pool,
    statement(
      'replace_case_replies',
      `update command_log set reply = $3, is_refusal = true
       where created_at >= $2 and reply is not null and substring(reply from '"id":"([a-z]+_[0-9a-f]{24})"') in (
         select claim_id from claim where spool_id = $1
         union all select id from dispute where spool_id = $1
         union all select id from discrepancy where spool_id = $1
         union all select id from review where spool_id = $1)`,
    ),
    [spoolId, since, refusal],
  )
}

/**
 * Replaces the kept replies that show a Spool, or a match of its claims, by a refusal, and forgets that this is due, in one statement. What other replies of
 * the time hold is left as it is. Several replicas may do so at once.
 */
export async function replaceWithdrawnReplies(pool: Pool, spoolId: string, refusal: string): Promise<void> {
  await query(
    pool,
    statement(
      'replace_withdrawn_replies',
      `with due as (
         delete from withdrawn_reply where spool_id = $1 returning since, until
       ), shown as (
         select c.command_id from command_log as c, due
         where not c.is_kept and c.created_at between due.since and due.until
           and (strpos(c.reply, $1) > 0 or strpos(c.bare_reply, $1) > 0
             or substring(c.reply from '^\\{"run_id":"(mrn_[0-9a-f]{24})"') in (select run_id from claim_match where spool_id = $1))
         union
         select p.command_id from verification_process as p, due where p.spool_id = $1
       )
       update command_log as c set reply = $2, packed_reply = null, bare_reply = null, receipt_of = null, is_refusal = true
       where c.command_id in (select command_id from shown) and c.completed_at is not null`,
    ),
    [spoolId, refusal],
  )
}
