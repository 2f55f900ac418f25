import type { VerifiedRun } from '@outturn/contracts'
import { type Pool, query, statement } from '@outturn/postgres'
import { fromRunRow, isOpen, runColumns, type RunProcess, type RunRow } from './run-process.ts'

/** When the first of the leases of open processes ends; null while no process is open. */
export async function firstLeaseEnd(pool: Pool): Promise<Date | null> {
  const [row] = await query<{ lease_until: Date }>(
    pool,
    statement(
      'first_lease_end',
      `select lease_until from verification_process where state = 'requested' order by lease_until limit 1`,
    ),
  )
  return row?.lease_until ?? null
}

/** Until when new drivers may work undisturbed: longer once a process has had many of them. */
type TakeOverLeases = { until: Date; longUntil: Date; manyDrivers: number }

/** Takes over processes whose driver is gone; two replicas never take the same one. */
export async function takeOverProcesses(
  pool: Pool,
  now: Date,
  { until, longUntil, manyDrivers }: TakeOverLeases,
  limit: number,
): Promise<RunProcess[]> {
  const rows = await query<RunRow>(
    pool,
    statement(
      'take_over_processes',
      `
      update verification_process
      set lease_until = case when attempts < $5 then $2 else $4 end::timestamptz, attempts = attempts + 1
      where run_id in (
        select run_id from verification_process
        where state = 'requested' and lease_until <= $1
        order by lease_until limit $3 for update skip locked)
      returning ${runColumns}`,
    ),
    [now, until, limit, longUntil, manyDrivers],
  )
  return rows.map(fromRunRow)
}

/** A run as one of its drivers holds it. */
type Held = Pick<RunProcess, 'runId' | 'attempts'>

/** Has the next driver of a process that has not ended begin at this time, unless another has begun already. */
export async function yieldProcess(pool: Pool, { runId, attempts }: Held, until: Date): Promise<void> {
  await query(
    pool,
    statement(
      'yield_process',
      `update verification_process set lease_until = $3
       where run_id = $1 and attempts = $2 and state = 'requested'`,
    ),
    [runId, attempts, until],
  )
}

/**
 * Keeps processes that have not ended with their drivers until this time, unless another has taken them over. One that is being
 * ended or claimed at this moment keeps the lease that it has: waiting for it with others locked could end in a deadlock.
 */
export async function renewLeases(pool: Pool, held: readonly Held[], until: Date): Promise<void> {
  await query(
    pool,
    statement(
      'renew_leases',
      `update verification_process set lease_until = $3
       where run_id in (
         select run_id from verification_process join unnest($1::text[], $2::int[]) as held (run_id, attempts)
           using (run_id, attempts)
         where ${isOpen('verification_process')} and lease_until < $3
         for update of verification_process skip locked)`,
    ),
    [held.map(({ runId }) => runId), held.map(({ attempts }) => attempts), until],
  )
}

/** Notes that the answer of an open run was asked for again: it is not given up any more. */
export async function claimRun(pool: Pool, runId: string): Promise<void> {
  await query(
    pool,
    statement(
      'claim_run',
      `update verification_process set unclaimed_after = null
       where run_id = $1 and state = 'requested' and unclaimed_after is not null`,
    ),
    [runId],
  )
}

/** The process of a run, or null when no such run was ever recorded. */
export async function findProcess(pool: Pool, runId: string): Promise<RunProcess | null> {
  const [row] = await query<RunRow>(
    pool,
    statement('find_process', `select ${runColumns} from verification_process where run_id = $1`),
    [runId],
  )
  return row === undefined ? null : fromRunRow(row)
}

export type RunState =
  | { state: 'requested' | 'failed'; verifiedRun: null }
  | { state: 'done'; verifiedRun: VerifiedRun }

/** How far a run has come, or null when no such run was ever recorded. */
export async function runState(pool: Pool, runId: string): Promise<RunState | null> {
  const rows = await query<{ state: RunState['state']; verified_run: VerifiedRun | null }>(
    pool,
    statement('run_state', 'select state, verified_run from verification_process where run_id = $1'),
    [runId],
  )
  const row = rows[0]
  if (row === undefined) return null
  return { state: row.state, verifiedRun: row.verified_run } as RunState
}
