import type { ReportedValue } from '@outturn/agreement'
import type { MatchClaim, MatchFact, MatchInput } from '../match-input.ts'

/** A row as the naive implementation gives it: the facts by id. */
export type NaiveRow = {
  readonly ordinal: number | null
  readonly facts: readonly string[]
  readonly status: string
  readonly differences: readonly string[]
  readonly kinds: readonly string[]
}

/**
 * A second implementation of the match, written from its rules as directly as they read: every claim against every fact, in loops. It
 * shares no code with the first one.
 */
export function naiveMatch({ claims, facts, options, currency }: MatchInput): NaiveRow[] {
  const all = [...claims].sort((a, b) => a.ordinal - b.ordinal)
  const ordered = facts
    .filter((fact) => options.sourceIds === null || options.sourceIds.includes(fact.source_id))
    .sort((a, b) => (orderText(a) < orderText(b) ? -1 : 1))
  const sameKey = (claim: MatchClaim, fact: MatchFact) =>
    options.key.every((member) => plain(claim[member]) === plain(fact[member]))
  const differ = (claim: MatchClaim, fact: MatchFact) =>
    naiveDifferences(claim, fact, options.valueToleranceBp, currency)
  const pairs = new Map<MatchClaim, MatchFact>()
  const taken = new Set<MatchFact>()
  const ambiguous = new Map<MatchClaim, MatchFact[]>()

  const candidates = all.flatMap((claim) =>
    ordered
      .filter((fact) => sameKey(claim, fact) && apart(claim, fact) <= options.windowSeconds * 1_000)
      .map((fact) => ({ claim, fact })),
  )
  candidates.sort((a, b) => {
    const byTime = apart(a.claim, a.fact) - apart(b.claim, b.fact)
    const byDifference =
      Math.min(1, differ(a.claim, a.fact).length) - Math.min(1, differ(b.claim, b.fact).length)
    const byOrdinal = a.claim.ordinal - b.claim.ordinal
    return byTime || byDifference || byOrdinal || ordered.indexOf(a.fact) - ordered.indexOf(b.fact)
  })
  for (const { claim, fact } of candidates) {
    if (pairs.has(claim) || taken.has(fact)) continue
    pairs.set(claim, fact)
    taken.add(fact)
  }

  for (const claim of all.filter(({ occurred_at }) => occurred_at === undefined)) {
    const free = ordered.filter((fact) => sameKey(claim, fact) && !taken.has(fact))
    const [first] = free
    if (first === undefined) continue
    if (free.every((fact) => isOneValue(fact.value, first.value, 0))) {
      pairs.set(claim, first)
      taken.add(first)
    } else {
      ambiguous.set(claim, free)
    }
  }

  const named = new Set([...ambiguous.values()].flat())
  const left = ordered.filter((fact) => !taken.has(fact) && !named.has(fact))
  const claimRows = all.map((claim): NaiveRow => {
    const { ordinal } = claim
    const fact = pairs.get(claim)
    if (fact !== undefined) {
      const differences = differ(claim, fact)
      const kinds = [...new Set(differences.map((text) => kindOf(text)))]
      return {
        ordinal,
        facts: [fact.id],
        status: differences.length === 0 ? 'matched' : 'mismatched',
        differences,
        kinds,
      }
    }
    const several = ambiguous.get(claim)
    if (several !== undefined) {
      const ids = several.slice(0, 20).map(({ id }) => id)
      return { ordinal, facts: ids, status: 'ambiguous', differences: [], kinds: ['other warn'] }
    }
    const twin = all.find((other) => other.ordinal === claim.duplicate_of)
    const isDuplicate = twin !== undefined && pairs.has(twin)
    const isLate = left.some((other) => sameKey(claim, other))
    const kind = isDuplicate ? 'duplicate warn' : isLate ? 'timing warn' : 'missing_fact warn'
    return { ordinal, facts: [], status: 'unmatched_claim', differences: [], kinds: [kind] }
  })
  const factRows = left.map(
    ({ id }): NaiveRow => ({
      ordinal: null,
      facts: [id],
      status: 'unmatched_fact',
      differences: [],
      kinds: ['unclaimed_fact info'],
    }),
  )
  return [...claimRows, ...factRows]
}

function apart(claim: MatchClaim, fact: MatchFact): number {
  if (claim.occurred_at === undefined) return Number.POSITIVE_INFINITY
  return Math.abs(Date.parse(claim.occurred_at) - Date.parse(fact.occurred_at))
}

/** Sorts as the fact order does, for seconds of ten digits and places below 10,000. */
function orderText(fact: MatchFact): string {
  const place = String(fact.index).padStart(4, '0')
  const { occurred_at: at, webhook_timestamp: seconds, webhook_id: id } = fact
  return [at, seconds, id, place, fact.content_digest, fact.source_id].join('\u0000')
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/^[ \t\n\f\r]*/, '')
    .replace(/[ \t\n\f\r]*$/, '')
}

function naiveDifferences(claim: MatchClaim, fact: MatchFact, bp: number, currency: string): string[] {
  const list: string[] = []
  if (!isOneValue(claim.value, fact.value, bp)) list.push(`value ${claim.value} ${fact.value}`)
  for (const member of ['quantity', 'amount_cents'] as const) {
    const claimed = claim[member]
    const observed = fact[member]
    if (claimed === undefined || observed === undefined) continue
    if (!isOneValue(claimed, observed, bp)) list.push(`${member} ${claimed} ${observed}`)
  }
  if (fact.currency !== undefined && fact.currency !== currency) {
    list.push(`currency ${currency} ${fact.currency}`)
  }
  return list
}

/** Numbers are compared as multiples of 10^-12, which holds every number of the test. */
function isOneValue(claimed: ReportedValue, observed: ReportedValue, bp: number): boolean {
  const c = multiples(claimed)
  const f = multiples(observed)
  if (c === null || f === null) return claimed === observed
  const distance = c > f ? c - f : f - c
  return distance * 10_000n <= BigInt(bp) * (f < 0n ? -f : f)
}

function multiples(value: ReportedValue): bigint | null {
  if (typeof value === 'boolean') return null
  const [, sign, whole, fraction = ''] = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(String(value)) ?? []
  if (whole === undefined) return null
  const number = BigInt(whole + fraction.padEnd(12, '0'))
  return sign === '-' ? -number : number
}

function kindOf(difference: string): string {
  if (difference.startsWith('value')) return 'claim_fact_mismatch warn'
  return difference.startsWith('quantity') ? 'quantity_mismatch warn' : 'amount_mismatch warn'
}
