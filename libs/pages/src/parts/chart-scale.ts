/** Ticks of an axis that begins at zero: three lines with one step between them, which is 1, 2 or 5 times a power of ten. */
export type Scale = { readonly ticks: readonly [0, number, number]; readonly top: number }

/** The smallest scale that holds the largest value. */
export function scaleFor(largest: number, smallestStep = 1): Scale {
  let power = smallestStep
  for (;;) {
    for (const factor of [1, 2, 5]) {
      const step = factor * power
      if (2 * step >= largest) return { ticks: [0, step, 2 * step], top: 2 * step }
    }
    power *= 10
  }
}

/** Indexes of the points that have a label: each nth, and the last one, which no label stands close to. */
export function labelledPoints(count: number, each: number): readonly number[] {
  const last = count - 1
  const regular = Array.from({ length: count }, (_, index) => index).filter(
    (index) => index % each === 0 && last - index >= each / 2,
  )
  return count === 0 ? [] : [...regular, last]
}
