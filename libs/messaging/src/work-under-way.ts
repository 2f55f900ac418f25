/** How much work is under way, and since when, on the clock of `performance.now`; without work since now. */
export type WorkUnderWay = { readonly count: number; readonly oldestAt: number }

export type WorkCounter = {
  now(): WorkUnderWay
  /** One more, until the returned function is called. */
  begin(): () => void
}

/** Counts work in the order it begins, so that the oldest of it costs no search. */
export function countWork(clockMs: () => number = () => performance.now()): WorkCounter {
  const begun = new Set<{ readonly at: number }>()
  return {
    now() {
      const [oldest] = begun
      return { count: begun.size, oldestAt: oldest?.at ?? clockMs() }
    },
    begin() {
      const work = { at: clockMs() }
      begun.add(work)
      return () => void begun.delete(work)
    },
  }
}
