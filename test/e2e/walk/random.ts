/** The same choices for the same seed, on every machine. */
export interface Choices {
  /** A whole number below `count`. */
  below(count: number): number
  pick<T>(items: readonly T[]): T
}

/** Mulberry32: short, and random enough to pick what comes next. */
export function choicesOf(seed: number): Choices {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    pick(items) {
      if (items.length === 0) throw new Error('there is nothing to pick from')
      return items[below(items.length)] as (typeof items)[number]
    },
  }
}
