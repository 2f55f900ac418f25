import { expect, test } from 'vitest'
import { alignScales, exactDecimalOf } from './exact-decimal.ts'
import { matchClaims } from './match-claims.ts'
import { TooManyCandidatePairs } from './match-input.ts'
import { matchInput } from './testing/match-records.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 24, 10, minutes)).toISOString()
const sale = { subject: 'T-1', predicate: 'sold' }

function statusesOf(...args: Parameters<typeof matchInput>) {
  return matchClaims(matchInput(...args)).rows.map(
    ({ ordinal, facts, status, discrepancies }) =>
      `${ordinal ?? 'fact'} ${status} ${[...facts.map(({ id }) => id), ...discrepancies.map(({ kind }) => kind)].join(' ')}`,
  )
}

test('two equal claims and one fact: the later claim is a duplicate', () => {
  const claim = { ...sale, value: 5, occurred_at: at(0) }
  expect(statusesOf([claim, claim], [claim])).toEqual(['1 matched fct_0', '2 unmatched_claim duplicate'])
})

test('the nearest pair is taken first, whatever the order of the claims', () => {
  const claims = [0, 4].map((minutes) => ({ ...sale, value: 5, occurred_at: at(minutes) }))
  expect(statusesOf(claims, [{ ...sale, value: 5, occurred_at: at(3) }], { windowSeconds: 300 })).toEqual([
    '1 unmatched_claim missing_fact',
    '2 matched fct_0',
  ])
})

test.each([
  [300, 'matched'],
  [299, 'mismatched'],
])('a tolerance of %i hundredths of a percent: 103 against 100 is %s', (valueToleranceBp, status) => {
  const { rows } = matchClaims(
    matchInput(
      [{ ...sale, value: 103, occurred_at: at(0) }],
      [{ ...sale, value: '100.00', occurred_at: at(0) }],
      { valueToleranceBp },
    ),
  )
  expect(rows.map((row) => row.status)).toEqual([status])
})

test('a value, a quantity and a foreign currency that differ are three differences and three kinds', () => {
  const { rows } = matchClaims(
    matchInput(
      [{ ...sale, value: 1, quantity: 3, occurred_at: at(0) }],
      [{ ...sale, value: 12, quantity: 2, currency: 'EUR', occurred_at: at(0) }],
    ),
  )
  expect(rows).toMatchObject([
    {
      status: 'mismatched',
      differences: [
        { field: 'value', claimed: '1', observed: '12' },
        { field: 'quantity', claimed: '3', observed: '2' },
        { field: 'currency', claimed: 'USD', observed: 'EUR' },
      ],
      discrepancies: [
        { kind: 'claim_fact_mismatch', severity: 'warn' },
        { kind: 'quantity_mismatch', severity: 'warn' },
        { kind: 'amount_mismatch', severity: 'warn' },
      ],
    },
  ])
})

test('a claim without a time that finds several values takes none and leaves none unmatched', () => {
  const facts = Array.from({ length: 22 }, (_, minute) => ({
    ...sale,
    value: minute % 2,
    occurred_at: at(minute),
  }))
  const { rows, counts } = matchClaims(matchInput([{ ...sale, value: 0 }], facts))
  expect(counts).toMatchObject({ ambiguous: 1, unmatched_facts: 0 })
  expect(rows[0]?.facts).toHaveLength(20)
})

test('claims without a time of one key take as many facts in one pass as there are', () => {
  const many = 5_000
  const facts = Array.from({ length: many }, (_, second) => ({
    ...sale,
    value: 1,
    occurred_at: new Date(Date.UTC(2026, 10, 24) + second * 1_000).toISOString(),
  }))
  const claims = Array.from({ length: many + 1 }, () => ({ ...sale, value: 1 }))
  expect(matchClaims(matchInput(claims, facts)).counts).toMatchObject({ matched: many, unmatched_claims: 1 })
})

test('more than 2,000,000 candidate pairs are refused before any is compared', () => {
  const records = Array.from({ length: 1_415 }, () => ({ ...sale, value: 1, occurred_at: at(0) }))
  expect(() => matchClaims(matchInput(records, records))).toThrow(TooManyCandidatePairs)
})

test('the numbers of one key are given one scale before they are compared in pairs', () => {
  const numbers = ['1.50', '-2', '0.001'].map((text) => ({ decimal: exactDecimalOf(text) }))
  const [text] = [{ decimal: exactDecimalOf('two') }]
  alignScales(numbers.slice(0, 1), [...numbers.slice(1), text])
  expect(numbers.map(({ decimal }) => decimal)).toEqual(
    [1_500n, -2_000n, 1n].map((digits) => ({ digits, scale: 3 })),
  )
  expect(text.decimal).toBeNull()
})
