/** Time that a task may take, in milliseconds. */
export type TaskTime = {
  /** Of a processor. A machine that is full gives a thread little of it, and that is no fault of its task. */
  readonly processorMs: number
  /** On the clock, whatever the thread was given of a processor. */
  readonly clockMs: number
}

/** Which time a task has taken: its own of a processor, or all that it may have on the clock. */
export type TakenTime = 'processor' | 'clock'

/** The longest pause is over before a task can be over its time; the shortest keeps a slow thread from being asked without end. */
const leastPauseMs = 10

/**
 * A signal that aborts with a `TakenTime` when a task has taken its time, from now on. `readProcessorMs` tells what its thread has used since it
 * exists, or null where that is not known; a thread that does not answer has its time on the clock.
 */
export function limitTaskTime(
  { processorMs, clockMs }: TaskTime,
  readProcessorMs: () => Promise<number | null>,
): { readonly signal: AbortSignal; end(): void } {
  const over = new AbortController()
  const before = readProcessorMs()
  let timer = setTimeout(() => void look(), processorMs)
  const clock = setTimeout(() => over.abort('clock' satisfies TakenTime), clockMs)

  async function look(): Promise<void> {
    const now = await readProcessorMs()
    if (over.signal.aborted) return
    const used = now === null ? 0 : now - ((await before) ?? 0)
    if (used >= processorMs) over.abort('processor' satisfies TakenTime)
    else timer = setTimeout(() => void look(), Math.max(leastPauseMs, processorMs - used))
  }

  return {
    signal: over.signal,
    end() {
      clearTimeout(timer)
      clearTimeout(clock)
      over.abort()
    },
  }
}
