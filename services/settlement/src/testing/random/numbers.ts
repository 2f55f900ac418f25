/** What befalls the settlements of a random run: the same for one seed. */
export type Numbers = {
  /** A whole number from 0 to the limit, without it. */
  below(limit: number): number
  /** Whether one of so many chances came. */
  isOneOf(chances: number): boolean
  pick<Each>(from: readonly Each[]): Each
}

export function numbersOf(seed: number): Numbers {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    isOneOf: (chances) => below(chances) === 0,
    pick<Each>(from: readonly Each[]): Each {
      const found = from[below(from.length)]
      if (found === undefined) throw new Error('there is nothing to pick from')
      return found
    },
  }
}
