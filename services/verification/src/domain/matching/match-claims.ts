import { trimmedNfc, type ReportedValues } from '@outturn/agreement'
import type { MatchCounts } from '@outturn/contracts'
import type { MatchStatus } from '@outturn/vocabulary'
import { comparableOf, differencesOf, type Comparison } from './compare-pair.ts'
import {
  reasonOfAmbiguousClaim,
  reasonOfUnmatchedClaim,
  reasonOfUnmatchedFact,
  reasonsOfDifferences,
} from './discrepancy-reasons.ts'
import { alignScales, type ExactDecimal } from './exact-decimal.ts'
import { compareFacts } from './fact-order.ts'
import type { MatchClaim, MatchFact, MatchInput, MatchOptions } from './match-input.ts'
import type { MatchRow } from './match-result.ts'
import { limitCandidatePairs, pairByTime, type Timed } from './timed-pairs.ts'
import { createFreeFacts } from './untimed-claims.ts'

/** What a match found: claims by ordinal, then facts without a claim in fact order. */
export type MatchedClaims = {
  readonly counts: MatchCounts
  readonly rows: readonly MatchRow<MatchFact>[]
  /** The claims by ordinal and the facts in fact order, as they were matched. */
  readonly claims: readonly MatchClaim[]
  readonly facts: readonly MatchFact[]
}

type FactState = Timed & {
  readonly fact: MatchFact
  readonly rank: number
  decimal: ExactDecimal | null
  isNamed: boolean
}
type ClaimState = Timed & {
  decimal: ExactDecimal | null
  readonly claim: MatchClaim
  readonly rank: number
  readonly hasTime: boolean
  readonly group: Group
  found: readonly FactState[]
}
type Group = {
  readonly claims: ClaimState[]
  readonly untimed: ClaimState[]
  readonly facts: FactState[]
}

/**
 * Pairs claims with facts. The same claims and facts give the same rows, whatever the order in which they came; ids decide nothing.
 * Throws `TooManyCandidatePairs`.
 */
export function matchClaims(input: MatchInput): MatchedClaims {
  const { options, currency } = input
  const comparison = { toleranceBp: options.valueToleranceBp, currency }
  const claims = input.claims.toSorted((a, b) => a.ordinal - b.ordinal)
  const facts = input.facts.filter(isOfSources(options)).toSorted(compareFacts)
  const { groups, claimStates, factStates } = groupByKey(claims, facts, options)
  pairTimedClaims(groups, options, comparison)
  for (const group of groups) pairUntimedClaims(group)
  const claimRows = toClaimRows(claimStates, comparison)
  const unmatchedFacts = factStates.filter(isUnmatchedFact)
  const rows = [...claimRows, ...unmatchedFacts.map(toFactRow)]
  return { counts: countRows(rows), rows, claims, facts }
}

function isOfSources({ sourceIds }: MatchOptions): (fact: MatchFact) => boolean {
  if (sourceIds === null) return () => true
  const wanted = new Set(sourceIds)
  return (fact) => wanted.has(fact.source_id)
}

function groupByKey(claims: readonly MatchClaim[], facts: readonly MatchFact[], { key }: MatchOptions) {
  const groups = new Map<string, Group>()
  const groupOf = (values: ReportedValues): Group => {
    const text = JSON.stringify(key.map((member) => trimmedNfc(values[member])))
    const known = groups.get(text)
    if (known !== undefined) return known
    const group: Group = { claims: [], untimed: [], facts: [] }
    groups.set(text, group)
    return group
  }
  const factStates = facts.map((fact, rank): FactState => {
    const state = {
      ...comparableOf(fact),
      fact,
      rank,
      at: Date.parse(fact.occurred_at),
      isPaired: false,
      isNamed: false,
    }
    groupOf(fact).facts.push(state)
    return state
  })
  const claimStates = claims.map((claim): ClaimState => {
    const group = groupOf(claim)
    const hasTime = claim.occurred_at !== undefined
    const at = hasTime ? Date.parse(claim.occurred_at) : 0
    const state = {
      ...comparableOf(claim),
      claim,
      rank: claim.ordinal,
      at,
      hasTime,
      group,
      isPaired: false,
      found: [],
    }
    const list = hasTime ? group.claims : group.untimed
    list.push(state)
    return state
  })
  for (const group of groups.values()) alignScales(group.claims, group.untimed, group.facts)
  return { groups: [...groups.values()], claimStates, factStates }
}

/** Facts are in the order of their time already, because that is the first member of the fact order. */
function pairTimedClaims(groups: readonly Group[], options: MatchOptions, comparison: Comparison): void {
  const windowMs = options.windowSeconds * 1_000
  for (const { claims } of groups) claims.sort((a, b) => a.at - b.at)
  limitCandidatePairs(groups, windowMs)
  for (const group of groups) {
    pairByTime(group, windowMs, comparison, (claim, fact) => {
      claim.found = [fact]
    })
  }
}

function pairUntimedClaims({ untimed, facts }: Group): void {
  if (untimed.length === 0) return
  const free = createFreeFacts(facts.filter((fact) => !fact.isPaired))
  // None of the free facts is without a claim then, also those that are too many to be named.
  if (free.isAmbiguous) for (const fact of facts) fact.isNamed = true
  for (const claim of untimed) {
    const finding = free.takeForClaim()
    if (finding.kind === 'none') continue
    if (finding.kind === 'ambiguous') {
      claim.found = finding.facts
    } else {
      claim.isPaired = true
      finding.fact.isPaired = true
      claim.found = [finding.fact]
    }
  }
}

function isUnmatchedFact({ isPaired, isNamed }: FactState): boolean {
  return !isPaired && !isNamed
}

function toClaimRows(states: readonly ClaimState[], comparison: Comparison): MatchRow<MatchFact>[] {
  const paired = new Set(states.filter(({ isPaired }) => isPaired).map(({ claim }) => claim.ordinal))
  const groups = new Set(states.map(({ group }) => group))
  const groupsWithFreeFacts = new Set([...groups].filter(({ facts }) => facts.some(isUnmatchedFact)))
  return states.map((state) => {
    const { claim, group, found, isPaired } = state
    const facts = found.map(({ fact }) => fact)
    const { ordinal } = claim
    const [fact] = found
    if (fact === undefined) {
      const isPairedDuplicate = claim.duplicate_of !== null && paired.has(claim.duplicate_of)
      const hasFreeFact = groupsWithFreeFacts.has(group)
      const reason = reasonOfUnmatchedClaim({ isPairedDuplicate, hasFreeFact })
      return { ordinal, facts, status: 'unmatched_claim', differences: [], discrepancies: [reason] }
    }
    if (!isPaired) {
      return { ordinal, facts, status: 'ambiguous', differences: [], discrepancies: [reasonOfAmbiguousClaim] }
    }
    const differences = differencesOf(state, fact, comparison)
    const status = differences.length === 0 ? 'matched' : 'mismatched'
    return { ordinal, facts, status, differences, discrepancies: reasonsOfDifferences(differences) }
  })
}

function toFactRow({ fact }: FactState): MatchRow<MatchFact> {
  return {
    ordinal: null,
    facts: [fact],
    status: 'unmatched_fact',
    differences: [],
    discrepancies: [reasonOfUnmatchedFact],
  }
}

function countRows(rows: readonly MatchRow<MatchFact>[]): MatchCounts {
  const numbers: Record<MatchStatus, number> = {
    matched: 0,
    mismatched: 0,
    unmatched_claim: 0,
    unmatched_fact: 0,
    ambiguous: 0,
  }
  for (const { status } of rows) numbers[status] += 1
  return {
    matched: numbers.matched,
    mismatched: numbers.mismatched,
    unmatched_claims: numbers.unmatched_claim,
    unmatched_facts: numbers.unmatched_fact,
    ambiguous: numbers.ambiguous,
  }
}
