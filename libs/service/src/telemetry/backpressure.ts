export type Backpressure = {
  /** True while new writes should be refused with a retryable error; reads go on. */
  overloaded(): boolean
  stop(): void
}

/** A measured delay and the most of it that still counts as healthy, in milliseconds. */
export type DelaySource = { readonly limitMs: number; readDelayMs(): number }

const sampleIntervalMs = 250

/**
 * Watches delays and says when the process has too much to do. Each source is read once per interval, never on the path of a
 * request.
 */
export function watchBackpressure(
  sources: readonly DelaySource[],
  startTimer: (sample: () => void) => () => void = everySample,
): Backpressure {
  let isOverloaded = false
  const stop = startTimer(() => {
    isOverloaded = sources.some((source) => source.readDelayMs() > source.limitMs)
  })
  return { overloaded: () => isOverloaded, stop }
}

const tickMs = 50

/**
 * The longest time since the last reading by which a timer came too late. Node's own delay histogram forgets the stretch
 * that begins with a reset, so it would miss exactly the hold-up that a sample should see.
 */
export function eventLoopDelay({ limitMs }: { limitMs: number }): DelaySource {
  let dueAt = performance.now() + tickMs
  let longestMs = 0

  function tick(): void {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - dueAt)
    dueAt = now + tickMs
  }

  setInterval(tick, tickMs).unref()
  return {
    limitMs,
    readDelayMs() {
      const delayMs = Math.max(longestMs, performance.now() - dueAt)
      longestMs = 0
      return delayMs
    },
  }
}

function everySample(sample: () => void): () => void {
  const timer = setInterval(sample, sampleIntervalMs).unref()
  return () => clearInterval(timer)
}
