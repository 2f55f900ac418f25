/** Says whether a server that keeps its connection open still answers, while an answer of it is awaited. */
export type SilenceWatch = {
  /** Looks until nothing is awaited any more. */
  begin(): void
  /** Whether the server has given no sign of life for so long that no answer is to be expected now. */
  isSilent(): boolean
}

export type SilenceWatchOptions = {
  /** How much was received so far, messages and answers to pings: each is a sign of life. */
  readonly received: () => number
  /** Asks the server for a sign of life. */
  readonly ping: () => void
  /** A lost connection is known to be lost and needs no watch. */
  readonly isConnected: () => boolean
  readonly isAwaited: () => boolean
  /** Called when the server falls silent; must not throw. */
  readonly fellSilent: () => void
  /** Calls back every so many ms. The function that it returns ends that. */
  readonly everyMs?: (ms: number, look: () => void) => () => void
}

const tickMs = 500
/** Looks without a sign of life after the one that sent a ping. */
const silentTicks = 5

/**
 * Counts turns of the event loop and not a time of day: a process that stood still reads what has arrived before it counts it as missing, so
 * a busy process does not give its server up. From the first look on, a silent server is noticed after `tickMs` times `silentTicks`.
 */
export function createSilenceWatch({
  received,
  ping,
  isConnected,
  isAwaited,
  fellSilent,
  everyMs = repeat,
}: SilenceWatchOptions): SilenceWatch {
  let stop: (() => void) | null = null
  let known = 0
  let ticks = 0
  let isSilent = false

  function look(): void {
    const count = received()
    const isAlive = count !== known || !isConnected()
    known = count
    if (isAlive) {
      ticks = 0
      isSilent = false
    }
    if (!isSilent && !isAwaited()) return end()
    if (isAlive) return
    if (ticks === 0) ping()
    else if (ticks === silentTicks && !isSilent) {
      isSilent = true
      fellSilent()
    }
    ticks += 1
  }

  function end(): void {
    stop?.()
    stop = null
  }

  return {
    isSilent: () => isSilent,
    begin() {
      if (stop !== null) return
      known = received()
      ticks = 0
      stop = everyMs(tickMs, look)
    },
  }
}

function repeat(ms: number, look: () => void): () => void {
  const timer = setInterval(look, ms)
  timer.unref()
  return () => clearInterval(timer)
}
