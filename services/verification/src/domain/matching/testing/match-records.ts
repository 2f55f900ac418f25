import { contentDigestOf, type ReportedValues } from '@outturn/agreement'
import type { MatchClaim, MatchFact, MatchInput, MatchOptions } from '../match-input.ts'

const firstSecond = 1_795_510_000

/** Claims with their ordinals from 1 and the earliest equal claim. */
export function claimsOf(list: readonly ReportedValues[]): MatchClaim[] {
  const firstWith = new Map<string, number>()
  return list.map((values, at) => {
    const content_digest = contentDigestOf(values)
    const ordinal = at + 1
    const duplicate_of = firstWith.get(content_digest) ?? null
    if (duplicate_of === null) firstWith.set(content_digest, ordinal)
    return { ...values, ordinal, content_digest, duplicate_of }
  })
}

/** Facts of `src_a`, each in a delivery of its own a second after the one before, unless said otherwise. */
export function factsOf(
  list: readonly (ReportedValues & { occurred_at: string } & Partial<MatchFact>)[],
): MatchFact[] {
  return list.map((fact, at) => ({
    id: `fct_${at}`,
    source_id: 'src_a',
    webhook_timestamp: firstSecond + at,
    webhook_id: `evt_${at}`,
    index: 0,
    content_digest: contentDigestOf(fact),
    ...fact,
  }))
}

export function matchInput(
  claims: readonly ReportedValues[],
  facts: Parameters<typeof factsOf>[0],
  options: Partial<MatchOptions> = {},
): MatchInput {
  return {
    currency: 'USD',
    claims: claimsOf(claims),
    facts: factsOf(facts),
    options: {
      key: ['subject', 'predicate'],
      windowSeconds: 0,
      valueToleranceBp: 0,
      sourceIds: null,
      ...options,
    },
  }
}
