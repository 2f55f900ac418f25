import type { VerifiedRun } from '@outturn/contracts'
import { type Pool, query, statement } from '@outturn/postgres'
import { fromRunRow, runColumns, type RunProcess, type RunRow } from './run-process.ts'

/** Takes over processes whose driver is gone; two replicas never take the same one. */
export async function takeOverProcesses(
  pool: Pool,
  now: Date,
  leaseMs: number,
  limit: number,
): Promise<RunProcess[]> {
  const rows = await query<RunRow>(
    pool,
    statement(
      'take_over_processes',
      `
      update verification_process set lease_until = $2, attempts = attempts + 1
      where run_id in (
        select run_id from verification_process
        where state = 'requested' and lease_until <= $1
        order by lease_until limit $3 for update skip locked)
      returning ${runColumns}`,
    ),
    [now, new Date(now.getTime() + leaseMs), limit],
  )
  return rows.map(fromRunRow)
}

/** Lets the next driver of a process that has not ended begin at this time, if its lease runs longer. */
export async function yieldProcess(pool: Pool, runId: string, until: Date): Promise<void> {
  await query(
    pool,
    statement(
      'yield_process',
      `update verification_process set lease_until = $2
       where run_id = $1 and state = 'requested' and lease_until > $2`,
    ),
    [runId, until],
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
