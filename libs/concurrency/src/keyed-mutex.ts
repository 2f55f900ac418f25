/** What a holder of the mutex got from the one before it, and leaves to the next. */
export type Handover<Value> = {
  /** The value that the previous holder left; null for the first holder, and after one that left none, failed or kept the mutex too long. */
  readonly received: Value | null
  leave(value: Value): void
}

/**
 * Runs the tasks of one key one after the other, in the order in which they were asked for; tasks of other keys do not wait. What a task
 * rejects with is its own caller's.
 */
export type KeyedMutex<Key, Value = never> = {
  run<Result>(key: Key, task: (handover: Handover<Value>) => Promise<Result>): Promise<Result>
  isHeld(key: Key): boolean
  /** Tasks of the key that wait for the one that holds the mutex. */
  waitingFor(key: Key): number
}

export type KeyedMutexOptions = {
  /**
   * The next task begins when the one before it has not ended within this time. For mutexes that save work, where something else keeps
   * the result right. @default Infinity
   */
  readonly maxHoldMs?: number
}

type Line<Value> = { tasks: number; last: Promise<Value | null> }

export function createKeyedMutex<Key, Value = never>({
  maxHoldMs = Number.POSITIVE_INFINITY,
}: KeyedMutexOptions = {}): KeyedMutex<Key, Value> {
  const lines = new Map<Key, Line<Value>>()
  return {
    isHeld: (key) => lines.has(key),
    waitingFor: (key) => Math.max(0, (lines.get(key)?.tasks ?? 0) - 1),
    async run(key, task) {
      const line = lines.get(key) ?? { tasks: 0, last: Promise.resolve(null) }
      lines.set(key, line)
      line.tasks += 1
      let left: Value | null = null
      const before = line.last
      const result = before.then((received) => task({ received, leave: (value) => void (left = value) }))
      line.last = endOf(result, { before, maxHoldMs }).then((hasSucceeded) => (hasSucceeded ? left : null))
      try {
        return await result
      } finally {
        line.tasks -= 1
        if (line.tasks === 0) lines.delete(key)
      }
    },
  }
}

/** Settles when the task ends or has held the mutex for too long, with whether it succeeded. */
function endOf(
  result: Promise<unknown>,
  { before, maxHoldMs }: { before: Promise<unknown>; maxHoldMs: number },
): Promise<boolean> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    if (Number.isFinite(maxHoldMs)) {
      void before.then(() => {
        timer = setTimeout(resolve, maxHoldMs, false)
      })
    }
    result
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer))
  })
}
