/**
 * The least number of letters put in, left out, replaced or swapped with the next one that turn one word
 * into the other; above `limit` it is `limit + 1`.
 */
export function spellingDistance(one: string, other: string, limit: number): number {
  const [a, b] = [Array.from(one), Array.from(other)]
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of a.entries()) {
    const current = [i + 1]
    for (const [j, wanted] of b.entries()) {
      const changed = (previous[j] ?? 0) + (letter === wanted ? 0 : 1)
      const isSwap = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === wanted
      const swapped = isSwap ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      current.push(Math.min(changed, swapped, (previous[j + 1] ?? 0) + 1, (current[j] ?? 0) + 1))
    }
    if (Math.min(...current) > limit) return limit + 1
    before = previous
    previous = current
  }
  return Math.min(previous[b.length] ?? limit + 1, limit + 1)
}
