import type { VerifiedRun } from '@outturn/contracts'
import { centsToMicros } from '@outturn/money'
import { isAmong, type Runner, statement } from '@outturn/postgres'
import { closedUntilSql } from './statements/closed-until.ts'
import { batchJson } from './batch-json.ts'

export type RunToPost = {
  readonly run: VerifiedRun
  /** The event that says so, for the inbox; null when it was learned otherwise or is in the inbox already. */
  readonly eventId: string | null
  /** Whether this deployment charges nothing for the run, so that it needs no reservation. */
  readonly isFree: boolean
  readonly now: Date
}

/** `uncovered`: nothing is held for the run and it was not posted; nothing was recorded. */
export type Posting = 'posted' | 'already_posted' | 'free' | 'uncovered'

// What was held becomes revenue, in one transfer for each service with the run as its key, so that a run is charged at
// most once whatever else goes wrong. Rows are locked and made in one order, or two batches would deadlock. What is held is told by
// what it is not: there is an index of held reservations, and it leads to all that were held since it was vacuumed. A batch may have
// one run under several events: it is posted with one of them, and all of them are noted.
const post = statement(
  'post_runs',
  `with item as (
     select * from json_to_recordset($1::json) as item(
       event_id uuid, run_id text, account_id text, spool_id text, receipt_id text, at timestamptz, result text,
       submitted_units bigint, accepted_units bigint, earned_micros numeric, use_case text, is_free boolean,
       posted_at timestamptz)
   ), closed as (
     select ${closedUntilSql} as until
   ), locked as materialized (
     select run_id from reservation
     where run_id in (select run_id from item) and state not in ('posted', 'voided') order by run_id for update
   ), posted as (
     update reservation set state = 'posted', finished_at = item.posted_at
     from item where reservation.run_id = item.run_id and ${isAmong('item.run_id', 'select run_id from locked')}
     returning item.*, reservation.account_id as payer, verification_micros, compile_micros, covered_by, key_id,
       allowance_verifications, free_text_compiles, allowance_compiles
   ), revenue as (
     insert into transfer (
       kind, idempotency_key, debit_account, credit_account, amount_micros, reference, key_id, use_case, at)
     select fee.kind, run_id, 'customer:' || payer || ':held', fee.credit_account, fee.amount_micros, run_id,
       key_id, use_case, greatest(posted_at, until)
     from closed, posted, lateral (values
       ('post_verification', 'revenue:verification', verification_micros),
       ('post_compile', 'revenue:compile', compile_micros)) as fee(kind, credit_account, amount_micros)
     where fee.amount_micros > 0
   ), outcome as (
     select run_id, account_id, spool_id, receipt_id, at, result, submitted_units, accepted_units, earned_micros, use_case,
       case covered_by when 'payment' then 0 else verification_micros + compile_micros end as fee_micros,
       case covered_by when 'payment' then verification_micros + compile_micros else 0 end as paid_micros,
       key_id, posted_at, allowance_verifications,
       case covered_by when 'payment' then 0 else free_text_compiles end as compiles, allowance_compiles,
       case covered_by when 'payment' then 0 else compile_micros end as compile_micros,
       'posted' as posting
     from posted
     union all
     select run_id, item.account_id, spool_id, receipt_id, at, result, submitted_units, accepted_units, earned_micros, item.use_case,
       0, 0, reservation.key_id, posted_at, 0, 0, 0, 0,
       case when reservation.state = 'posted' then 'already_posted' when is_free then 'free' else 'uncovered' end
     from item left join reservation using (run_id)
     where not ${isAmong('run_id', 'select run_id from posted')}
   ), counted as (
     insert into usage_run (
       run_id, account_id, spool_id, receipt_id, at, result, submitted_units, accepted_units, earned_micros,
       fee_micros, paid_micros, use_case, key_id, charged_at, included_verifications, compiles, included_compiles,
       compile_micros)
     select run_id, account_id, spool_id, receipt_id, at, result, submitted_units, accepted_units, earned_micros,
       fee_micros, paid_micros, use_case, key_id, greatest(posted_at, until), allowance_verifications, compiles,
       allowance_compiles, compile_micros
     from outcome, closed where posting in ('posted', 'free') order by run_id
     on conflict (run_id) do nothing
   ), noted as (
     insert into inbox (event_id)
     select event_id from item
     where event_id is not null and ${isAmong('run_id', "select run_id from outcome where posting <> 'uncovered'")}
     order by event_id
     on conflict (event_id) do nothing
   )
   select run_id, posting from outcome`,
)

/** Charges verified runs and counts them as usage, in one statement; one answer for each, by position. */
export async function postRuns(run: Runner, items: readonly RunToPost[]): Promise<Posting[]> {
  const rows = await run<{ run_id: string; posting: Posting }>(post, [toJson(items)])
  const postings = new Map(rows.map(({ run_id, posting }) => [run_id, posting]))
  return items.map((item) => postings.get(item.run.runId) ?? 'uncovered')
}

function toJson(items: readonly RunToPost[]): string {
  return batchJson(
    items.map(({ run: facts, eventId, isFree, now }) => ({
      event_id: eventId,
      run_id: facts.runId,
      account_id: facts.accountId,
      spool_id: facts.spoolId,
      receipt_id: facts.receiptId,
      at: facts.at,
      result: facts.result,
      submitted_units: facts.submittedUnits,
      accepted_units: facts.acceptedUnits,
      earned_micros: centsToMicros(BigInt(facts.earnedCents)),
      use_case: facts.useCase,
      is_free: isFree,
      posted_at: now,
    })),
  )
}
