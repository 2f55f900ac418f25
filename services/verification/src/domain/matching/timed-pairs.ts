import { type Comparable, type Comparison, differencesOf } from './compare-pair.ts'
import { maxCandidatePairs, TooManyCandidatePairs } from './match-input.ts'

/** A claim or fact of one key with its time, in milliseconds since the epoch. */
export type Timed = Comparable & { readonly at: number; isPaired: boolean }

/** The claims and facts of one key, both in the order of their time; of equal times in the order of claims and of facts. */
export type TimedGroup<Claim extends Timed, Fact extends Timed> = {
  readonly claims: readonly Claim[]
  readonly facts: readonly Fact[]
}

type Ranked = Timed & { readonly rank: number }

/** Throws `TooManyCandidatePairs` before any pair is made, so that the cost of a match is bounded. */
export function limitCandidatePairs(
  groups: Iterable<TimedGroup<Timed, Timed>>,
  windowMs: number,
  max = maxCandidatePairs,
): void {
  let total = 0
  for (const { claims, facts } of groups) {
    let first = 0
    let end = 0
    for (const { at } of claims) {
      while (first < facts.length && timeOf(facts, first) < at - windowMs) first += 1
      while (end < facts.length && timeOf(facts, end) <= at + windowMs) end += 1
      total += end - first
      if (total > max) throw new TooManyCandidatePairs(`more than ${max} candidate pairs`)
    }
  }
}

/**
 * Pairs the claims and facts of one key: the pair with the least time between them first, of these one without a difference, then by
 * the ranks of claim and fact. A claim and a fact are each in one pair at most.
 */
export function pairByTime<Claim extends Ranked, Fact extends Ranked>(
  { claims, facts }: TimedGroup<Claim, Fact>,
  windowMs: number,
  comparison: Comparison,
  onPair: (claim: Claim, fact: Fact) => void,
): void {
  const candidates = candidatesOf({ claims, facts }, windowMs, comparison)
  candidates.sort(
    (a, b) =>
      a.apartMs - b.apartMs ||
      Number(a.differs) - Number(b.differs) ||
      a.claim.rank - b.claim.rank ||
      a.fact.rank - b.fact.rank,
  )
  for (const { claim, fact } of candidates) {
    if (claim.isPaired || fact.isPaired) continue
    claim.isPaired = true
    fact.isPaired = true
    onPair(claim, fact)
  }
}

type Candidate<Claim, Fact> = {
  readonly claim: Claim
  readonly fact: Fact
  readonly apartMs: number
  readonly differs: boolean
}

function candidatesOf<Claim extends Ranked, Fact extends Ranked>(
  { claims, facts }: TimedGroup<Claim, Fact>,
  windowMs: number,
  comparison: Comparison,
): Candidate<Claim, Fact>[] {
  const candidates: Candidate<Claim, Fact>[] = []
  let first = 0
  for (const claim of claims) {
    while (first < facts.length && timeOf(facts, first) < claim.at - windowMs) first += 1
    for (let index = first; index < facts.length; index += 1) {
      const fact = facts[index]
      if (fact === undefined || fact.at > claim.at + windowMs) break
      const differs = differencesOf(claim, fact, comparison).length > 0
      candidates.push({ claim, fact, apartMs: Math.abs(fact.at - claim.at), differs })
    }
  }
  return candidates
}

function timeOf(facts: readonly Timed[], index: number): number {
  return facts[index]?.at ?? Number.POSITIVE_INFINITY
}
