/** A bound on how much is under way at once. */
export type Slots = {
  /** Settles when there is room, and takes it. */
  take(): Promise<void>
  give(): void
  /** Settles when nothing is under way. */
  whenIdle(): Promise<void>
}

export function createSlots(size: number): Slots {
  let taken = 0
  const waiting: (() => void)[] = []
  const idle: (() => void)[] = []
  return {
    take() {
      if (taken < size) {
        taken += 1
        return Promise.resolve()
      }
      // The slot passes from its holder to the one who waits, so `taken` stays.
      return new Promise((resolve) => waiting.push(resolve))
    },
    give() {
      const next = waiting.shift()
      if (next !== undefined) {
        next()
        return
      }
      taken -= 1
      if (taken === 0) for (const settle of idle.splice(0)) settle()
    },
    whenIdle() {
      return taken === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))
    },
  }
}
