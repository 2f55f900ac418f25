import { type Comparable, valueIdentity } from './compare-pair.ts'

/** Facts that an ambiguous claim names at most. */
export const maxNamedFacts = 20

/** What a claim without a time finds among the free facts of its key. */
export type UntimedFinding<Fact> =
  | { readonly kind: 'pair'; readonly fact: Fact }
  | { readonly kind: 'ambiguous'; readonly facts: readonly Fact[] }
  | { readonly kind: 'none' }

/**
 * Gives the free facts of one key to claims without a time, which come in their order. Facts of one value are taken from the first
 * on. Facts of several values are named and stay free, so every later claim of the key finds the same.
 */
export function createFreeFacts<Fact extends Comparable>(freeInOrder: readonly Fact[]) {
  const values = new Set(freeInOrder.map(valueIdentity))
  const isAmbiguous = values.size > 1
  const named = isAmbiguous ? freeInOrder.slice(0, maxNamedFacts) : []
  let next = 0
  return {
    isAmbiguous,
    takeForClaim(): UntimedFinding<Fact> {
      if (isAmbiguous) return { kind: 'ambiguous', facts: named }
      const fact = freeInOrder[next]
      if (fact === undefined) return { kind: 'none' }
      next += 1
      return { kind: 'pair', fact }
    },
  }
}
