import type { StoredSpool } from '../store/spool-store.ts'

/** What a turn came to, and the Spool as it left it; null where the next turn has to read it. */
export type Turn<Result> = { result: Result; left: StoredSpool | null }

/**
 * Runs what concerns one Spool one after the other, in the order in which it was asked for. Each turn is given the Spool as
 * the one before left it, null for the first: another replica may have changed it meanwhile, which its version tells.
 */
export type Turns = <Result>(
  spoolId: string,
  take: (left: StoredSpool | null) => Promise<Turn<Result>>,
) => Promise<Result>

type Line = { waiting: number; last: Promise<StoredSpool | null> }

/** The next turn waits this long for one that does not end: turns save retries, and the version keeps what is right. */
const longestTurnMs = 1_000

/** Turns within one process. */
export function turnsBySpool(longestMs = longestTurnMs): Turns {
  const lines = new Map<string, Line>()
  return async (spoolId, take) => {
    const line = lines.get(spoolId) ?? { waiting: 0, last: Promise.resolve(null) }
    lines.set(spoolId, line)
    line.waiting += 1
    const turn = line.last.then(take)
    line.last = leftBy(turn, line.last, longestMs)
    try {
      return (await turn).result
    } finally {
      line.waiting -= 1
      if (line.waiting === 0) lines.delete(spoolId)
    }
  }
}

/**
 * Reads one page of a list. The pages of one account are read one after the other, however many it asks for at once: each may be a
 * megabyte, which all connections to the database and the event loop would else be busy with.
 */
export function pageInTurn<Page>(
  { inTurn }: { inTurn: Turns },
  accountId: string,
  read: () => Promise<Page>,
): Promise<Page> {
  return inTurn(accountId, async () => ({ result: await read(), left: null }))
}

/** The Spool as a turn leaves it; null where the turn fails, which is its own caller's, or does not end in time. */
function leftBy(
  turn: Promise<Turn<unknown>>,
  before: Promise<unknown>,
  longestMs: number,
): Promise<StoredSpool | null> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    void before.then(() => {
      timer = setTimeout(resolve, longestMs, null)
    })
    turn
      .then(
        ({ left }) => resolve(left),
        () => resolve(null),
      )
      .finally(() => clearTimeout(timer))
  })
}
