import { canonicalJson } from '@outturn/canonical'

/** Whether two values are the same JSON, whatever the order of their members. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other)
}

/** Where two lists first differ, from 0; -1 where they do not. */
export function firstDifference(one: readonly unknown[], other: readonly unknown[]): number {
  const length = Math.max(one.length, other.length)
  for (let index = 0; index < length; index++) {
    const isInBoth = index < one.length && index < other.length
    if (!isInBoth || !isSameJson(one[index], other[index])) return index
  }
  return -1
}
