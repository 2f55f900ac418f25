/** Runs what concerns one Spool one after the other, in the order in which it was asked for. */
export type Turns = <Result>(spoolId: string, take: () => Promise<Result>) => Promise<Result>

/** Turns within one process: what another replica does meanwhile is seen by the version of the Spool. */
export function turnsBySpool(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return async (spoolId, take) => {
    const turn = (last.get(spoolId) ?? Promise.resolve()).then(take)
    // A failed turn is its own caller's: the next one begins all the same.
    const over = turn.catch(() => undefined)
    last.set(spoolId, over)
    try {
      return await turn
    } finally {
      if (last.get(spoolId) === over) last.delete(spoolId)
    }
  }
}
