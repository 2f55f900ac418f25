import type { Tx } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { UsageGroup } from '../../domain/usage/usage-group.ts'
import type { Tables } from '../tables.ts'
import { isAuditWork, useCaseOfWork } from './audit-use-cases.ts'

/** Whose usage, from the first instant to before the last; null is since the account exists. */
export type UsageSpan = { readonly accountId: string; readonly start: Date | null; readonly end: Date }

type Row = { [Member in keyof UsageGroup]: UsageGroup[Member] extends bigint ? string : UsageGroup[Member] }

/**
 * What was charged and run, by the UTC day of the charge, key and use case; compilations have groups of their own, without a use case. In
 * this order, so that a list of them can be continued.
 */
export async function readUsageGroups(
  tx: Tx<Tables>,
  { accountId, start, end }: UsageSpan,
): Promise<UsageGroup[]> {
  const from = start ?? new Date(0)
  const { rows } = await sql<Row>`
    with work as (
      select coalesce(charged_at, at) as charged, key_id, use_case, result, fee_micros - compile_micros as run_micros,
        earned_micros, paid_micros, included_verifications, compiles, included_compiles, compile_micros
      from usage_run
      where account_id = ${accountId} and coalesce(charged_at, at) >= ${from} and coalesce(charged_at, at) < ${end}
    ), compiled as (
      select charged, key_id, compiles, included_compiles, compile_micros from work where compiles > 0
      union all
      select at, key_id, 1, allowance_compiles, amount_micros from compile_charge
      where account_id = ${accountId} and at >= ${from} and at < ${end} and work = 'compile'
    ), grouped as (
      select to_char(charged at time zone 'UTC', 'YYYY-MM-DD') as date, key_id, use_case, count(*) as runs,
        count(*) filter (where result = 'pass') as passed, count(*) filter (where result = 'partial') as partial,
        count(*) filter (where result = 'fail') as failed, count(*) filter (where result = 'uncertain') as undecided,
        sum(included_verifications) as included, count(*) filter (where run_micros > 0) as charged,
        count(*) filter (where paid_micros > 0) as paid,
        count(*) filter (
          where result = 'uncertain' and run_micros = 0 and paid_micros = 0 and included_verifications = 0
        ) as uncharged,
        sum(run_micros) as run_micros, min(run_micros) filter (where run_micros > 0) as least, max(run_micros) as most,
        sum(earned_micros) as earned_micros, sum(paid_micros) as paid_micros, 0 as compilations,
        0 as included_compilations, 0 as charged_compilations, 0 as compilation_micros
      from work group by 1, 2, 3
      union all
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD'), key_id, ${useCaseOfWork}, 0, 0, 0, 0, 0, sum(allowance_verifications),
        count(*) filter (where amount_micros > 0), 0, 0, sum(amount_micros),
        min(amount_micros) filter (where amount_micros > 0), max(amount_micros), 0, 0, 0, 0, 0, 0
      from compile_charge
      where account_id = ${accountId} and at >= ${from} and at < ${end} and ${isAuditWork} group by 1, 2, 3
      union all
      select to_char(charged at time zone 'UTC', 'YYYY-MM-DD'), key_id, null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        min(compile_micros / (compiles - included_compiles)) filter (where compile_micros > 0),
        max(compile_micros / (compiles - included_compiles)) filter (where compile_micros > 0),
        0, 0, sum(compiles), sum(included_compiles), sum(compiles - included_compiles) filter (where compile_micros > 0),
        sum(compile_micros)
      from compiled group by 1, 2
    )
    select date, key_id as "keyId", use_case as "useCase", runs::text, passed::text, partial::text, failed::text,
      undecided::text, included::text, charged::text, paid::text, uncharged::text, run_micros::text as "runMicros",
      coalesce(least, 0)::text as "leastMicros", coalesce(most, 0)::text as "mostMicros",
      earned_micros::text as "earnedMicros", paid_micros::text as "paidMicros", compilations::text,
      included_compilations::text as "includedCompilations",
      coalesce(charged_compilations, 0)::text as "chargedCompilations", compilation_micros::text as "compilationMicros"
    from grouped order by date, key_id collate "C" nulls first, use_case collate "C" nulls first`.execute(tx)
  return rows.map(({ date, keyId, useCase, ...figures }) => ({ date, keyId, useCase, ...toBigints(figures) }))
}

function toBigints<Name extends string>(figures: Record<Name, string>): Record<Name, bigint> {
  return Object.fromEntries(
    Object.entries<string>(figures).map(([name, text]) => [name, BigInt(text)]),
  ) as Record<Name, bigint>
}
