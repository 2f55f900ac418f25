/** Counts are told as multiples of it. */
export const step = 5

/** An even draw of a whole number below `below`, the same for the same name. */
export type Draw = (name: string, below: number) => number

/** The count as a multiple of `of`: up or down at random, in proportion to how near it is. A multiple stays as it is. */
export function roundedAtRandom(count: number, of: number, draw: (below: number) => number): number {
  const above = count % of
  return count - above + (draw(of) < above ? of : 0)
}

/** The count as the next multiple of the step. */
export function roundedUp(count: number): number {
  return Math.ceil(count / step) * step
}

/** Shares of the whole in basis points that sum to 10,000, by the largest remainder; of equal ones the first. Null where there is nothing to share. */
export function sharesBp(counts: readonly number[]): number[] | null {
  const total = counts.reduce((sum, each) => sum + each, 0)
  if (total === 0) return null
  const floors = counts.map((count) => Math.floor((count * 10_000) / total))
  const missing = 10_000 - floors.reduce((sum, each) => sum + each, 0)
  const remainders = counts.map((count, index) => ({ index, remainder: (count * 10_000) % total }))
  const raised = new Set(
    remainders
      .toSorted((one, other) => other.remainder - one.remainder || one.index - other.index)
      .slice(0, missing)
      .map(({ index }) => index),
  )
  return floors.map((floor, index) => floor + (raised.has(index) ? 1 : 0))
}
