import { portableSha256, readNumber, type JsonValue } from '@outturn/canonical'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runCheck } from '../checkers.ts'
import { StepBudget, stepsPerRun } from '../engines/step-budget.ts'
import { currentRules } from '../value-rules.ts'
import { aggregateOf, compareFraction } from './aggregates.ts'

test('a column of as many rows as a file may have is added, averaged and counted', () => {
  const rows = Array.from({ length: 50_000 }, (_, index) => ({ n: `${index % 10}.1`, other: 'x' }))
  const input = {
    items: [
      { observedAt: null, receivedAt: '2026-01-01T00:00:00.000Z', content: { kind: 'rows' as const, rows } },
    ],
    rows,
    units: null,
    observations: new Map(),
    sha256: portableSha256,
    budget: new StepBudget(stepsPerRun),
  }
  const column = { checker: 'json_path', path: '$[*].n', scope: 'document', operator: 'equals' } as const
  for (const [aggregate, value] of [
    ['sum', 230_000],
    ['mean', '4.6'],
    ['min', '0.1'],
    ['max', '9.1'],
    ['count', 50_000],
    ['distinct', 10],
  ] as const) {
    expect([aggregate, runCheck({ ...column, aggregate, value }, input)]).toMatchObject([
      aggregate,
      { passed: true },
    ])
  }
})

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: -40, max: 40 }))
  .map(([digits, power]) => `${digits}e${power}`)

test('a sum is the same in any order, and a mean times its count is the sum', () => {
  fc.assert(
    fc.property(fc.array(decimal, { minLength: 1, maxLength: 20 }), (texts) => {
      const sum = aggregateOf(texts, 'sum', currentRules)
      const reversed = aggregateOf(texts.toReversed(), 'sum', currentRules)
      const mean = aggregateOf(texts, 'mean', currentRules)
      if (sum === null || reversed === null || mean === null) throw new Error('these are numbers')
      expect(compareFraction(sum, reversed.numerator)).toBe(0)
      expect(mean.denominator).toBe(BigInt(texts.length))
      const whole = { numerator: mean.numerator, denominator: 1n }
      expect(compareFraction(whole, sum.numerator)).toBe(0)
    }),
  )
})

test('what is no number is part of no sum, and counts where values are counted', () => {
  const values: JsonValue[] = [1, readNumber('1e-30'), 'x']
  expect(aggregateOf(values, 'sum', currentRules)).toBeNull()
  expect(aggregateOf(values, 'count', currentRules)?.numerator.digits).toBe(3n)
  expect(aggregateOf([], 'mean', currentRules)).toBeNull()
})
