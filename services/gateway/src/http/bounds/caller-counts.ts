/** How much each caller has under way, and all of them together. */
export type CallerCounts = {
  all(): number
  of(caller: string): number
  /** One more of this caller, until the returned function is called. */
  add(caller: string): () => void
}

export function callerCounts(): CallerCounts {
  const byCaller = new Map<string, number>()
  let all = 0
  return {
    all: () => all,
    of: (caller) => byCaller.get(caller) ?? 0,
    add(caller) {
      all += 1
      byCaller.set(caller, (byCaller.get(caller) ?? 0) + 1)
      let isCounted = true
      return () => {
        if (!isCounted) return
        isCounted = false
        all -= 1
        const left = (byCaller.get(caller) ?? 1) - 1
        if (left === 0) byCaller.delete(caller)
        else byCaller.set(caller, left)
      }
    },
  }
}
