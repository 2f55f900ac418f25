import { type Runner, statement } from '@outturn/postgres'
import type { Database, Tx } from '@outturn/postgres/typed'
import type { Contribution } from '../../domain/outcome-index/contribution.ts'
import { batchJson } from '../batch-json.ts'
import type { Tables } from '../tables.ts'

// One of each Spool, whatever is told again; none of an account that opted out, and none for a period that was published.
const add = statement(
  'add_index_contributions',
  `insert into index_contribution (
     spool_id, account_id, deliverable_type, checkers, result, submitted_units, accepted_units, at, runs_to_end)
   select item.* from json_to_recordset($1::json) as item(
     spool_id text, account_id text, deliverable_type text, checkers text, result text, submitted_units bigint,
     accepted_units bigint, at timestamptz, runs_to_end integer)
   where not exists (select from index_opt_out as opt_out where opt_out.account_id = item.account_id)
     and item.at >= coalesce((select max(to_at) from index_publication), '-infinity')
   order by spool_id
   on conflict (spool_id) do nothing`,
)

/** Adds contributions that are not there yet. */
export async function addContributions(run: Runner, contributions: readonly Contribution[]): Promise<void> {
  const rows = contributions.map((each) => ({
    spool_id: each.spoolId,
    account_id: each.accountId,
    deliverable_type: each.deliverableType,
    checkers: JSON.stringify(each.checkers),
    result: each.result,
    submitted_units: each.submittedUnits,
    accepted_units: each.acceptedUnits,
    at: each.at.toISOString(),
    runs_to_end: each.runsToEnd,
  }))
  await run(add, [batchJson(rows)])
}

/** Notes how many runs a Spool took, where its contribution waits for its period to end. */
export async function noteRunsToEnd(db: Database<Tables>, spoolId: string, runs: number): Promise<void> {
  await db
    .updateTable('index_contribution')
    .set({ runs_to_end: runs })
    .where('spool_id', '=', spoolId)
    .where('runs_to_end', 'is', null)
    .execute()
}

/** Time of the earliest contribution; null where there is none. */
export async function firstContributionAt(db: Database<Tables> | Tx<Tables>): Promise<Date | null> {
  const row = await db
    .selectFrom('index_contribution')
    .select((each) => each.fn.min('at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

type Span = { readonly from: Date; readonly to: Date }

export async function accountsOfPeriod(db: Database<Tables>, { from, to }: Span): Promise<string[]> {
  const rows = await db
    .selectFrom('index_contribution')
    .select('account_id')
    .distinct()
    .where('at', '>=', from)
    .where('at', '<', to)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** The contributions of a period, which are gone with the end of this transaction. */
export async function takeContributions(tx: Tx<Tables>, { from, to }: Span): Promise<Contribution[]> {
  const rows = await tx.deleteFrom('index_contribution').where('at', '<', to).returningAll().execute()
  return rows
    .filter(({ at }) => at >= from)
    .map((row) => ({
      spoolId: row.spool_id,
      accountId: row.account_id,
      deliverableType: row.deliverable_type,
      checkers: JSON.parse(row.checkers) as string[],
      result: row.result,
      submittedUnits: Number(row.submitted_units),
      acceptedUnits: Number(row.accepted_units),
      at: row.at,
      runsToEnd: row.runs_to_end,
    }))
}
