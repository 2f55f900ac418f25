import { monitorEventLoopDelay } from 'node:perf_hooks'

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

/** The longest time since the last reading that the event loop was held up beyond its timer. */
export function eventLoopDelay({ limitMs = 200 }: { limitMs?: number } = {}): DelaySource {
  const resolutionMs = 20
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  return {
    limitMs,
    readDelayMs() {
      const longestMs = histogram.max / 1e6 - resolutionMs
      histogram.reset()
      return longestMs
    },
  }
}

function everySample(sample: () => void): () => void {
  const timer = setInterval(sample, sampleIntervalMs).unref()
  return () => clearInterval(timer)
}
