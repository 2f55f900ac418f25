/** How long after its command a process stays with its first driver, ms. */
export const firstLeaseMs = 15_000
/** How long a caller waits for a verdict, ms; the process goes on without it. */
export const verdictWaitMs = 10_000
