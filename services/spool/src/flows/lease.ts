/**
 * How long a process stays with a driver that says nothing, ms. Drivers renew their leases, so it may be short: a run waits only
 * this long when its driver is gone.
 */
export const leaseMs = 5_000
const longLeaseMs = 30_000

/** Leases of the drivers that take processes over now: longer once a process has had many, for it may be what ends them. */
export function takeOverLeases(now: Date) {
  const after = (ms: number) => new Date(now.getTime() + ms)
  return { until: after(leaseMs), longUntil: after(longLeaseMs), manyDrivers: 8 }
}

const longestDriveMs = 60_000

/** Whether a driver that began then may still work on its run. Each ends at a deadline before this; one that hangs is given up. */
export function mayBeWorking(beganAt: Date, now: Date): boolean {
  return now.getTime() - beganAt.getTime() < longestDriveMs
}

const longestPauseMs = 30_000

/** How long a process waits for its next driver after one that could not go on, ms: short at first, then ever longer. */
export function pauseAfterDriver(attempts: number): number {
  return Math.min(1_000 * 2 ** attempts, longestPauseMs)
}

/** How long a caller waits for a verdict, ms; the process goes on without it. */
export const verdictWaitMs = 10_000

/** How long a run without an idempotency key waits to be asked for again before it is given up, ms. */
export const unclaimedMs = 600_000

/** Why runs failed here, the latest ones. */
export type RunFailures = {
  /** Whether the run has failed for the same cause before; a cause that is new is noted. */
  isAgain(runId: string, error: unknown): boolean
}

const notedFailures = 1_000

export function notesOfFailures(): RunFailures {
  const causes = new Map<string, string>()
  return {
    isAgain(runId, error) {
      const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      const isAgain = causes.get(runId) === cause
      causes.delete(runId)
      causes.set(runId, cause)
      const [oldest] = causes.keys()
      if (causes.size > notedFailures && oldest !== undefined) causes.delete(oldest)
      return isAgain
    },
  }
}
