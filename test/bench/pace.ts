/** How long the parts of a run take, ms. */
export interface Pace {
  rounds: number
  warmUpMs: number
  /** Load at 32 in flight, once for each program and round. */
  loadedMs: number
  /** Load at 1 in flight, once for each program and round. */
  aloneMs: number
  /** Load for each program, size of evidence and level, and for each number of workers. */
  sideMs: number
  idleMs: number
}

/** Ends in about four minutes on two cores. */
export const fullPace: Pace = {
  rounds: 5,
  warmUpMs: 3_000,
  loadedMs: 4_000,
  aloneMs: 2_000,
  sideMs: 4_000,
  idleMs: 5_000,
}

/** Ends in 90 seconds; for looking at a change, not for quoting. */
export const quickPace: Pace = {
  rounds: 3,
  warmUpMs: 2_000,
  loadedMs: 1_200,
  aloneMs: 500,
  sideMs: 600,
  idleMs: 2_000,
}
