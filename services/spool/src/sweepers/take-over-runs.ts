import { conflict, Refusal } from '@outturn/contracts'
import { nothingSoon } from '@outturn/service'
import { signedReceiptOf } from '../adapters/signing.ts'
import type { SpoolDeps } from '../deps.ts'
import { firstLeaseEnd, takeOverProcesses } from '../store/process-store.ts'
import type { RunProcess } from '../store/run-process.ts'
import { driveRun } from '../flows/runs/drive-run.ts'
import { failRun } from '../flows/runs/end-run.ts'
import { inlineContents } from '../flows/runs/frozen-run.ts'
import { takeOverLeases } from '../flows/lease.ts'
import { loadFrozenRun } from '../flows/runs/load-frozen-run.ts'

/** How long the driver of a process that was taken over waits for the other services, ms. */
const driveMs = 29_000
/** After so many drivers the run is given up: nothing charged, evidence kept. */
const maxAttempts = 20
const processesAtOnce = 20

async function takeOver(deps: SpoolDeps, process: RunProcess): Promise<void> {
  const frozen = await loadFrozenRun(deps, process, inlineContents)
  if (await isGivenUp(deps, process)) {
    await failRun(deps, frozen, unclaimed())
    return
  }
  if (process.attempts > maxAttempts) {
    await failRun(deps, frozen, new Refusal('checker_error', 'The verification could not be completed.'))
    return
  }
  await driveRun(deps, frozen, {
    deadline: deps.clock.now().getTime() + driveMs,
    requestId: `recovery:${process.runId}`,
    principal: { kind: 'service', service: 'spool' },
  })
}

/** What was signed is charged and answered, whether or not it is asked for again. */
async function isGivenUp(deps: SpoolDeps, { runId, unclaimedAfter }: RunProcess): Promise<boolean> {
  const now = deps.clock.now()
  if (unclaimedAfter === null || now.toISOString() < unclaimedAfter) return false
  return (await signedReceiptOf(deps, runId, now.getTime() + driveMs)) === null
}

function unclaimed(): Refusal {
  return conflict(
    'This verification was given up: it did not end in time, and its answer was not asked for.',
    {
      reason: 'verification_unclaimed',
      remediation: 'Nothing was charged. Send the request again with a new Idempotency-Key.',
    },
  )
}

/**
 * Drives every process whose driver is gone; returns how many. Errors stay with their process; its lease runs out and it is tried again.
 * While no process is open there is nothing soon: one that is opened now has its driver for the time of a lease.
 */
export async function driveAbandonedProcesses(
  deps: SpoolDeps,
  now: Date,
): Promise<number | typeof nothingSoon> {
  // Each driver counts, and one without a worker could do nothing.
  if (!deps.bus.takesJobs()) return 0
  const leaseEnd = await firstLeaseEnd(deps.pool)
  if (leaseEnd === null) return nothingSoon
  if (leaseEnd > now) return 0
  const processes = await takeOverProcesses(deps.pool, now, takeOverLeases(now), processesAtOnce)
  await Promise.all(
    processes.map((process) =>
      takeOver(deps, process).catch((error: unknown) => {
        deps.log.warn(
          { err: error, runId: process.runId, attempts: process.attempts },
          'a run is not finished yet',
        )
      }),
    ),
  )
  return processes.length
}
