/** How long the answer to a command is waited for before the command counts as lost. Times are ms. */
export type AnswerTimeout = {
  /** A command that was sent once was answered after this time. */
  answered(tookMs: number): void
  currentMs(): number
}

export type AnswerTimeoutBounds = { readonly leastMs: number; readonly mostMs: number }

/** Weights of the latest answer, and how many times their spread above their mean a time may lie. */
const ofMean = 1 / 8
const ofSpread = 1 / 4
const spreads = 4

/**
 * The retransmission timeout of RFC 6298, with bounds: what others waited for lately tells a service that is slow from a command that was
 * lost. Asked again, a slow service has more to do and is slower for it.
 */
export function createAnswerTimeout({ leastMs, mostMs }: AnswerTimeoutBounds): AnswerTimeout {
  let mean: number | undefined
  let spread = 0
  return {
    answered(tookMs) {
      if (mean === undefined) {
        mean = tookMs
        spread = tookMs / 2
        return
      }
      spread += ofSpread * (Math.abs(tookMs - mean) - spread)
      mean += ofMean * (tookMs - mean)
    },
    currentMs: () => Math.min(mostMs, Math.max(leastMs, (mean ?? 0) + spreads * spread)),
  }
}
