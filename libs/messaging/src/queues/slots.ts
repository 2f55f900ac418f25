/** Room for so much work at once; what does not fit waits in the order it came. */
export type Slots = {
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** The same with nothing else under way. */
  runAlone<Result>(work: () => Promise<Result>): Promise<Result>
  /** Settles when further work would not have to wait. */
  whenFree(): Promise<void>
}

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = []
  let free = count
  let onFree: (() => void)[] = []
  let lastAlone: Promise<unknown> = Promise.resolve()

  async function take(): Promise<void> {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function release(): void {
    const next = waiting.shift()
    if (next !== undefined) return next()
    free += 1
    const told = onFree
    onFree = []
    for (const tell of told) tell()
  }

  return {
    async whenFree() {
      if (free === 0) await new Promise<void>((resolve) => onFree.push(resolve))
    },
    async run(work) {
      await take()
      try {
        return await work()
      } finally {
        release()
      }
    },
    runAlone(work) {
      const alone = lastAlone.then(async () => {
        for (let taken = 0; taken < count; taken += 1) await take()
        try {
          return await work()
        } finally {
          for (let left = count; left > 0; left -= 1) release()
        }
      })
      lastAlone = alone.catch(() => undefined)
      return alone
    },
  }
}
