/** How long after its command a process stays with its first driver, ms. */
export const firstLeaseMs = 15_000
const longestPauseMs = 30_000

/** How long a process waits for its next driver after one that could not go on, ms: short at first, then ever longer. */
export function pauseAfterDriver(attempts: number): number {
  return Math.min(1_000 * 2 ** attempts, longestPauseMs)
}

/** How long a caller waits for a verdict, ms; the process goes on without it. */
export const verdictWaitMs = 10_000
