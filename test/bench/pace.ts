/** How long the parts of a run take, ms. */
export interface Pace {
  rounds: number
  /** Load of each program before it is measured, in turns. The system's seven processes go on compiling for about two minutes. */
  warmUpMs: number
  /** Load at each level but 1 in flight, once for each program and round. */
  loadedMs: number
  /** Load at 1 in flight, once for each program and round. */
  aloneMs: number
  /** Requests that arrive by themselves, once for each program and share of what it can carry. */
  arrivalsMs: number
  /** Load for each program, size of evidence and level. */
  sideMs: number
  /** Load for each number of workers. */
  workersMs: number
  /** Long enough for backends that fell idle to report their commits. */
  idleMs: number
  /** Spools that are led through their life with one request at a time, once for each round, and with many. */
  lifeAlone: number
  lifeLoaded: number
  /** Load of what can be sent again and again, once for each round and number in flight. */
  lifeRepeatMs: number
}

/** Ends in about half an hour on two cores. */
export const fullPace: Pace = {
  rounds: 5,
  warmUpMs: 120_000,
  loadedMs: 5_000,
  aloneMs: 2_000,
  arrivalsMs: 10_000,
  sideMs: 4_000,
  workersMs: 20_000,
  idleMs: 20_000,
  lifeAlone: 40,
  lifeLoaded: 320,
  lifeRepeatMs: 2_000,
}

/** Ends in ten minutes; for looking at a change, not for quoting. */
export const quickPace: Pace = {
  rounds: 3,
  warmUpMs: 10_000,
  loadedMs: 1_200,
  aloneMs: 500,
  arrivalsMs: 2_500,
  sideMs: 600,
  workersMs: 5_000,
  idleMs: 11_000,
  lifeAlone: 15,
  lifeLoaded: 192,
  lifeRepeatMs: 700,
}
