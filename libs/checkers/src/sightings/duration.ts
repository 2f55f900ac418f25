import type { Instant } from '../values/instant.ts'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const fractions = [
  ['millisecond', 1_000_000],
  ['microsecond', 1_000],
  ['nanosecond', 1],
] as const

/** The exact time from one instant to a later one, as people say it: `31 days`, `1 hour 10 minutes`, `1 nanosecond`. */
export function durationWords(earlier: Instant, later: Instant): string {
  const borrows = later.nano < earlier.nano
  const nano = later.nano - earlier.nano + (borrows ? 1_000_000_000 : 0)
  let seconds = later.second - earlier.second - (borrows ? 1 : 0)
  const words = units.flatMap(([unit, length]) => {
    const count = Math.floor(seconds / length)
    seconds -= count * length
    return count === 0 ? [] : [counted(count, unit)]
  })
  const [unit, length] = fractions.find(([, each]) => nano % each === 0) ?? ['nanosecond', 1]
  return [...words, ...(nano === 0 ? [] : [counted(nano / length, unit)])].join(' ')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
