/** A duration as Prometheus writes it. */
export type Duration = `${number}${'s' | 'm' | 'h' | 'd'}`

const unitSeconds = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

export function secondsOf(duration: string): number {
  const unit = duration.at(-1) as keyof typeof unitSeconds
  const seconds = Number(duration.slice(0, -1)) * unitSeconds[unit]
  if (!Number.isFinite(seconds)) throw new Error(`${duration} is not a duration such as 5m.`)
  return seconds
}

/**
 * Divides every duration of the rules, so that a drill takes minutes where an operator's day takes hours. 1 is how the rules are
 * shipped.
 */
export type TimeScale = {
  readonly divisor: number
  /** Processes answer no faster than they do: this is how often they are asked at least, whatever the scale. */
  readonly scrapeSeconds: number
  /** Shortest range, several scrapes long. */
  readonly minRangeSeconds: number
  /** Time between two looks of a process at its store and its queue, which no scale makes shorter, with the scrape that tells of it. */
  readonly lookSeconds: number
}

export const realTime: TimeScale = { divisor: 1, scrapeSeconds: 15, minRangeSeconds: 0, lookSeconds: 0 }

/** A duration at a scale, in whole seconds where it is not a whole number of its unit. */
export function scaled(duration: Duration, { divisor }: TimeScale, leastSeconds = 0): string {
  return divisor === 1 ? duration : `${Math.max(Math.round(secondsOf(duration) / divisor), leastSeconds)}s`
}

/**
 * An expression at a scale: `seconds(15m)` becomes a number of seconds, and the ranges and offsets are divided as `for` is. A range
 * never gets shorter than two scrapes.
 */
export function expressionAt(expr: string, scale: TimeScale): string {
  const range = (duration: string) =>
    scale.divisor === 1
      ? duration
      : `${Math.max(Math.round(secondsOf(duration) / scale.divisor), scale.minRangeSeconds)}s`
  return expr
    .replaceAll(/\bseconds\((\d+[smhd])\)/g, (_, duration: string) =>
      String(secondsOf(duration) / scale.divisor),
    )
    .replaceAll(/\[(\d+[smhd])\]/g, (_, duration: string) => `[${range(duration)}]`)
    .replaceAll(/\boffset (\d+[smhd])\b/g, (_, duration: string) => `offset ${range(duration)}`)
}
