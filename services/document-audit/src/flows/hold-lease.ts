import { storeConflict } from '@outturn/contracts'
import type { Pool } from '@outturn/postgres'
import { releaseAuditLease, renewAuditLeases, takeAuditLease } from '../store/audit-leases.ts'

/** Runs the task of a command while no other process runs it. */
export type HoldLease = <Result>(commandId: string, task: () => Promise<Result>) => Promise<Result>

const renewEveryMs = 1_000

/**
 * A command that is sent again while another process has it is refused as in progress: the answer comes from the process that has the lease.
 * When that process has ended, so does its lease, and the next repetition takes over.
 */
export function createLeaseHolder(
  pool: Pool,
  { holder, onFailedRenewal }: { holder: string; onFailedRenewal: (error: unknown) => void },
): HoldLease {
  let held = 0
  let renewals: NodeJS.Timeout | undefined

  function begin(): void {
    held += 1
    renewals ??= setInterval(() => {
      renewAuditLeases(pool, holder).catch(onFailedRenewal)
    }, renewEveryMs)
  }

  function end(): void {
    held -= 1
    if (held > 0) return
    clearInterval(renewals)
    renewals = undefined
  }

  return async (commandId, task) => {
    if (!(await takeAuditLease(pool, commandId, holder))) throw inProgress()
    begin()
    try {
      return await task()
    } finally {
      end()
      // A lease that stays ends by itself.
      await releaseAuditLease(pool, commandId, holder).catch(onFailedRenewal)
    }
  }
}

function inProgress(): Error {
  return storeConflict('The first request with this idempotency key has not finished.', {
    reason: 'in_progress',
    retryAfterSeconds: 1,
    remediation:
      'Wait for the seconds in Retry-After and send the same request again with the same idempotency key.',
  })
}
