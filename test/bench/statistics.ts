/** The value below which `share` of the values lie, by nearest rank; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [lower = Number.NaN, upper = Number.NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (lower + upper) / 2
}

/** The median of each name's values; a name that one of the records lacks counts there as 0. */
export function medianByName(records: readonly Record<string, number>[]): Record<string, number> {
  const names = new Set(records.flatMap((record) => Object.keys(record)))
  return Object.fromEntries(
    [...names].map((name) => [name, median(records.map((record) => record[name] ?? 0))]),
  )
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** To four significant digits: what lies beyond is noise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
