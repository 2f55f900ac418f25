/** Shares a number of places among accounts. */
export type FairTurns = {
  /**
   * Runs the task once there is a place for its account. Of those that wait, the account that holds the fewest places is
   * next, so that none has more than its share while others wait; alone it may have all.
   */
  take<Result>(account: string, task: () => Promise<Result>): Promise<Result>
  /** Runs the task while no other runs. */
  takeAlone<Result>(task: () => Promise<Result>): Promise<Result>
}

type Waiting = { readonly account: string | null; readonly begin: () => void }

export function createFairTurns(places: number): FairTurns {
  const held = new Map<string, number>()
  let taken = 0
  let isAlone = false
  let waiting: Waiting[] = []

  function next(): Waiting | undefined {
    const alone = waiting.find(({ account }) => account === null)
    if (isAlone) return undefined
    // One that waits to be alone is let in as soon as the others have ended, and none begins before it.
    if (alone !== undefined) return taken === 0 ? alone : undefined
    if (taken >= places) return undefined
    return waiting.toSorted((a, b) => heldBy(a) - heldBy(b))[0]
  }

  function heldBy({ account }: Waiting): number {
    return held.get(account ?? '') ?? 0
  }

  function admit(): void {
    for (let one = next(); one !== undefined; one = next()) {
      const admitted = one
      waiting = waiting.filter((each) => each !== admitted)
      taken += 1
      if (admitted.account === null) isAlone = true
      else held.set(admitted.account, heldBy(admitted) + 1)
      admitted.begin()
    }
  }

  function leave(account: string | null): void {
    taken -= 1
    if (account === null) isAlone = false
    else {
      const left = (held.get(account) ?? 1) - 1
      if (left === 0) held.delete(account)
      else held.set(account, left)
    }
    admit()
  }

  async function turn<Result>(account: string | null, task: () => Promise<Result>): Promise<Result> {
    const admitted = Promise.withResolvers<void>()
    waiting.push({ account, begin: admitted.resolve })
    admit()
    await admitted.promise
    try {
      return await task()
    } finally {
      leave(account)
    }
  }

  return { take: turn, takeAlone: (task) => turn(null, task) }
}
