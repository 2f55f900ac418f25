/** Where a process takes the time from; tests pass a fixed one. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
