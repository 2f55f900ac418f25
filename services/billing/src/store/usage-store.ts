import type { Environment } from '@outturn/vocabulary'
import type { Usage } from '@outturn/contracts'
import type { Database, Tx } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { UsageGroup } from '../domain/usage/usage.ts'
import type { Tables } from './tables.ts'
import { useCaseOfWork } from './usage/audit-use-cases.ts'

/** Whose runs, and of which UTC dates; both are in the period. */
export type UsagePeriod = { readonly accountId: string; readonly first: string; readonly last: string }

type UsedInPeriod = { readonly groups: readonly UsageGroup[]; readonly recent: Usage['recent'] }

/** What an account used in the period, with its newest runs. Read in one snapshot, so that the two agree. */
export async function readUsageOf(
  db: Database<Tables>,
  period: UsagePeriod,
  recent: { environment: Environment; limit: number },
): Promise<UsedInPeriod> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({
      groups: await sumUsage(tx, period),
      recent: await listRecentRuns(tx, period, recent),
    }))
}

function startOf({ first }: UsagePeriod): Date {
  return new Date(`${first}T00:00:00.000Z`)
}

/** The first instant after the period: a run that another clock places there is of a day that is not shown. */
function endOf({ last }: UsagePeriod): Date {
  const end = new Date(`${last}T00:00:00.000Z`)
  end.setUTCDate(end.getUTCDate() + 1)
  return end
}

/** The runs of the period, and what was charged for policies compiled from text and for audits, summed by UTC day and use case. */
async function sumUsage(tx: Tx<Tables>, period: UsagePeriod): Promise<UsageGroup[]> {
  type Row = Omit<UsageGroup, 'earnedMicros' | 'feeMicros' | 'paidMicros'> & {
    earned_micros: string
    fee_micros: string
    paid_micros: string
  }
  // Sums are numeric, whatever they are of: a sum of amounts that each fit into int8 need not.
  const { rows } = await sql<Row>`
    with work as (
      select at, use_case, 1 as runs, (result = 'pass')::int as passes, submitted_units, accepted_units, earned_micros,
        fee_micros, paid_micros
      from usage_run where account_id = ${period.accountId} and at >= ${startOf(period)} and at < ${endOf(period)}
      union all
      select at, coalesce(${useCaseOfWork}, 'policy'), 0, 0, 0, 0, 0, amount_micros, 0
      from compile_charge where account_id = ${period.accountId} and at >= ${startOf(period)} and at < ${endOf(period)}
    )
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as date, use_case as "useCase", sum(runs)::bigint as runs,
      sum(passes)::bigint as passes, sum(submitted_units)::bigint as submitted,
      sum(accepted_units)::bigint as accepted, sum(earned_micros)::numeric as earned_micros,
      sum(fee_micros)::numeric as fee_micros, sum(paid_micros)::numeric as paid_micros
    from work group by 1, 2`.execute(tx)
  return rows.map(({ earned_micros: earned, fee_micros: fee, paid_micros: paid, ...group }) => ({
    ...group,
    earnedMicros: BigInt(earned),
    feeMicros: BigInt(fee),
    paidMicros: BigInt(paid),
  }))
}

/** The newest runs of the period, newest first. */
async function listRecentRuns(
  tx: Tx<Tables>,
  period: UsagePeriod,
  { environment, limit }: { environment: Environment; limit: number },
): Promise<Usage['recent']> {
  const rows = await tx
    .selectFrom('usage_run')
    .selectAll()
    .where('account_id', '=', period.accountId)
    .where('at', '>=', startOf(period))
    .where('at', '<', endOf(period))
    .orderBy('at', 'desc')
    .orderBy('run_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    verification_run_id: row.run_id,
    spool_id: row.spool_id,
    receipt_id: row.receipt_id,
    at: row.at.toISOString(),
    result: row.result,
    submitted: Number(row.submitted_units),
    accepted: Number(row.accepted_units),
    earned_micros: row.earned_micros,
    fee_micros: String(row.fee_micros),
    paid_micros: String(row.paid_micros),
    use_case: row.use_case,
    environment,
  }))
}
