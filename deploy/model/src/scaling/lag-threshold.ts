/** What a process takes at once, how long a run of it takes, and how long one may wait for its turn, in seconds. */
export type QueueShape = {
  readonly atOnce: number
  readonly runSeconds: number
  readonly waitSeconds: number
}

/** Runs that one process may have before it, so that the last of them begins in time; 1 at least. */
export function lagThreshold({ atOnce, runSeconds, waitSeconds }: QueueShape): number {
  return Math.max(1, Math.ceil((waitSeconds / runSeconds) * atOnce))
}
