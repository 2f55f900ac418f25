/** Shares a number of places among accounts. */
export type FairTurns = {
  /**
   * Runs the task once there is a place for its account. Of those that wait, the account that holds the fewest places is
   * next, and of several the one whose turn was longest ago, so that none has more than its share while others wait, also
   * of a single place; alone it may have as many as one account may. Rejects with the reason of a signal that is given
   * while the task waits, which then does not begin.
   */
  take<Result>(account: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Runs the task while no other runs. */
  takeAlone<Result>(task: () => Promise<Result>): Promise<Result>
}

/** Whether a task is of the account that has more under way and waiting than any other, or of another account. */
export type LaneShare = 'largest' | 'other'

type Waiting = { readonly account: string | null; readonly since: number; readonly begin: () => void }

export type FairTurnsOptions = {
  /** Most places that one account has, also alone; all of them unless it is given. */
  readonly mostOfAccount?: number
  /** Told how long each task of an account waited for its place. */
  readonly noteWait?: ((waitedMs: number, share: LaneShare) => void) | undefined
}

export function createFairTurns(
  places: number,
  { mostOfAccount = places, noteWait }: FairTurnsOptions = {},
): FairTurns {
  const held = new Map<string, number>()
  /** Which turn an account had last, while it has others. */
  const lastTurns = new Map<string, number>()
  let turnsTaken = 0
  let taken = 0
  let isAlone = false
  let waiting: Waiting[] = []

  function next(): Waiting | undefined {
    const alone = waiting.find(({ account }) => account === null)
    if (isAlone) return undefined
    // One that waits to be alone is let in as soon as the others have ended, and none begins before it.
    if (alone !== undefined) return taken === 0 ? alone : undefined
    if (taken >= places) return undefined
    return waiting
      .filter((one) => heldBy(one) < mostOfAccount)
      .toSorted((a, b) => heldBy(a) - heldBy(b) || lastTurnOf(a) - lastTurnOf(b))[0]
  }

  function lastTurnOf({ account }: Waiting): number {
    return lastTurns.get(account ?? '') ?? 0
  }

  function heldBy({ account }: Waiting): number {
    return held.get(account ?? '') ?? 0
  }

  function shareOf(account: string): LaneShare {
    const tasks = new Map(held)
    for (const one of waiting) {
      if (one.account !== null) tasks.set(one.account, (tasks.get(one.account) ?? 0) + 1)
    }
    const own = tasks.get(account) ?? 0
    return [...tasks.values()].filter((count) => count >= own).length > 1 ? 'other' : 'largest'
  }

  function admit(): void {
    for (let one = next(); one !== undefined; one = next()) {
      const admitted = one
      if (admitted.account !== null) {
        noteWait?.(performance.now() - admitted.since, shareOf(admitted.account))
      }
      waiting = waiting.filter((each) => each !== admitted)
      taken += 1
      if (admitted.account === null) isAlone = true
      else {
        held.set(admitted.account, heldBy(admitted) + 1)
        turnsTaken += 1
        lastTurns.set(admitted.account, turnsTaken)
      }
      admitted.begin()
    }
  }

  function leave(account: string | null): void {
    taken -= 1
    if (account === null) isAlone = false
    else {
      const left = (held.get(account) ?? 1) - 1
      if (left > 0) held.set(account, left)
      else held.delete(account)
      forgetTurnOf(account)
    }
    admit()
  }

  /** Once an account has nothing under way or waiting, its next task is one of a new account. */
  function forgetTurnOf(account: string): void {
    if (!held.has(account) && !waiting.some((one) => one.account === account)) lastTurns.delete(account)
  }

  async function turn<Result>(
    account: string | null,
    task: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const admitted = Promise.withResolvers<void>()
    const one: Waiting = { account, since: performance.now(), begin: admitted.resolve }
    const giveUp = () => {
      if (!waiting.includes(one)) return
      waiting = waiting.filter((each) => each !== one)
      if (account !== null) forgetTurnOf(account)
      admitted.reject(signal?.reason)
    }
    signal?.throwIfAborted()
    signal?.addEventListener('abort', giveUp, { once: true })
    waiting.push(one)
    admit()
    try {
      await admitted.promise
    } finally {
      signal?.removeEventListener('abort', giveUp)
    }
    try {
      return await task()
    } finally {
      leave(account)
    }
  }

  return { take: turn, takeAlone: (task) => turn(null, task) }
}
