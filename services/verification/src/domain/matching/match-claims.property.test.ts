import { nodeSha256 } from '@outturn/canonical/node'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchClaims } from './match-claims.ts'
import { matchDigestOf } from './match-digest.ts'
import type { MatchInput } from './match-input.ts'
import { claimsOf, factsOf } from './testing/match-records.ts'
import { naiveMatch, type NaiveRow } from './testing/naive-match.ts'

const minute = 60_000
const nine = Date.UTC(2026, 10, 24, 9)

// Few subjects, times and values, so that ties, duplicates and contested facts are the rule.
const subject = fc.constantFrom('T-1', 'T-2', ' T-1 ', 'Caf\u00e9', 'Cafe\u0301')
const predicate = fc.constantFrom('sold', 'returned')
const value = fc.oneof(
  fc.integer({ min: 97, max: 103 }),
  fc.constantFrom('100', '100.0', '99.5', '-100', 'done', 'Done', '1e2', '0100', true, false, 0),
)
const at = fc.integer({ min: 0, max: 6 }).map((minutes) => new Date(nine + minutes * minute).toISOString())
const amounts = {
  quantity: fc.integer({ min: 1, max: 2 }),
  amount_cents: fc.constantFrom(0, 1_000, 1_005),
}

const claim = fc.record(
  { subject, predicate, value, occurred_at: at, ...amounts },
  { requiredKeys: ['subject', 'predicate', 'value'] },
)
const fact = fc.record(
  {
    subject,
    predicate,
    value,
    occurred_at: at,
    ...amounts,
    currency: fc.constantFrom('USD', 'EUR'),
    source_id: fc.constantFrom('src_a', 'src_b'),
    webhook_timestamp: fc.integer({ min: 1_795_510_000, max: 1_795_510_002 }),
    webhook_id: fc.constantFrom('evt_1', 'evt_2'),
    index: fc.integer({ min: 0, max: 12 }),
  },
  {
    requiredKeys: [
      'subject',
      'predicate',
      'value',
      'occurred_at',
      'source_id',
      'webhook_timestamp',
      'webhook_id',
      'index',
    ],
  },
)
const options = fc.record({
  key: fc.constantFrom<('subject' | 'predicate')[]>(['subject', 'predicate'], ['subject']),
  windowSeconds: fc.constantFrom(0, 60, 150, 600),
  valueToleranceBp: fc.constantFrom(0, 49, 50, 300, 10_000),
  sourceIds: fc.constantFrom(null, ['src_b']),
})

const input: fc.Arbitrary<MatchInput> = fc
  .record({
    options,
    claims: fc.array(claim, { maxLength: 14 }),
    facts: fc.uniqueArray(fact, {
      maxLength: 30,
      // Two facts that are equal in all that orders them may be taken for each other.
      selector: (values) =>
        JSON.stringify([values.occurred_at, values.webhook_timestamp, values.webhook_id, values.index]),
    }),
  })
  .map(({ options: how, claims, facts }) => ({
    options: how,
    currency: 'USD',
    claims: claimsOf(claims),
    facts: factsOf(facts),
  }))

function rowsOf(matched: ReturnType<typeof matchClaims>): NaiveRow[] {
  return matched.rows.map(({ ordinal, facts, status, differences, discrepancies }) => ({
    ordinal,
    facts: facts.map(({ id }) => id),
    status,
    differences: differences.map(({ field, claimed, observed }) => `${field} ${claimed} ${observed}`),
    kinds: discrepancies.map(({ kind, severity }) => `${kind} ${severity}`),
  }))
}

test('the match gives the rows of a naive implementation, and counts every claim once', () => {
  fc.assert(
    fc.property(input, (all) => {
      const matched = matchClaims(all)
      expect(rowsOf(matched)).toEqual(naiveMatch(all))
      const { matched: equal, mismatched, ambiguous, unmatched_claims: unmatched } = matched.counts
      expect(equal + mismatched + ambiguous + unmatched).toBe(all.claims.length)
    }),
    { numRuns: 400 },
  )
})

test('the order in which claims and facts came, and the ids of facts, change neither rows nor digest', () => {
  const digest = (all: MatchInput) => matchDigestOf('outturn', all.options, matchClaims(all), nodeSha256)
  const shuffled = input.chain((all) =>
    fc.record({
      all: fc.constant(all),
      claims: fc.shuffledSubarray([...all.claims], { minLength: all.claims.length }),
      facts: fc.shuffledSubarray([...all.facts], { minLength: all.facts.length }),
    }),
  )
  fc.assert(
    fc.property(shuffled, ({ all, claims, facts }) => {
      expect(rowsOf(matchClaims({ ...all, claims, facts }))).toEqual(rowsOf(matchClaims(all)))
      const renamed = facts.map((one, index) => ({ ...one, id: `fct_other_${index}` }))
      expect(digest({ ...all, claims, facts: renamed })).toBe(digest(all))
    }),
    { numRuns: 100 },
  )
})
