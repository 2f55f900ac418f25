import { canonicalJson, digestOf } from '@outturn/canonical'
import { type Verdict, verdicts } from '@outturn/vocabulary'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellRules } from './cell.ts'
import type { Contribution } from './contribution.ts'
import { publicationOf } from './publication.ts'
import { type Draw, roundedUp, sharesBp } from './rounding.ts'

const window = { from: new Date('2026-10-01T00:00:00Z'), to: new Date('2026-11-01T00:00:00Z') }
const never: Draw = (_, below) => below - 1

function run(account: string, result: Verdict, change: Partial<Contribution> = {}): Contribution {
  return {
    spoolId: '',
    accountId: account,
    deliverableType: 'dataset',
    checkers: ['row_count'],
    result,
    submittedUnits: 4,
    acceptedUnits: result === 'pass' ? 4 : 0,
    at: window.from,
    runsToEnd: 1,
    ...change,
  }
}

function published(runs: readonly Contribution[], draw: Draw = never) {
  return publicationOf(runs, {
    schema: 'outturn/outcome-index@1',
    window,
    generatedAt: window.to,
    rules: cellRules,
    countsAsAccount: () => true,
    draw,
  })
}

const of = (count: number, account: string, result: Verdict, change?: Partial<Contribution>) =>
  Array.from({ length: count }, () => run(account, result, change))

test('a row tells shares of rounded counts, and the digest covers the document', () => {
  const runs = [...of(5, 'a', 'pass'), ...of(3, 'b', 'pass'), ...of(2, 'c', 'pass'), ...of(10, 'd', 'fail')]
  const { dataset_digest: digest, ...document } = published(runs)
  expect(document.rows).toEqual([
    {
      deliverable_type: 'dataset',
      checkers: ['row_count'],
      environment: 'production',
      runs: 20,
      pass_bp: 5000,
      partial_bp: 0,
      fail_bp: 5000,
      uncertain_bp: 0,
      unit_acceptance_bp: 5000,
      median_runs_to_terminal: 1,
    },
  ])
  expect(digest).toBe(`sha256:${digestOf(canonicalJson(document))}`)
})

test('kinds of work beyond the 20 most used are one', () => {
  const types = Array.from({ length: 25 }, (_, index) => String.fromCharCode(65 + index))
  const runs = types.flatMap((deliverableType, index) =>
    ['a', 'b', 'c'].flatMap((account) => of(index < 20 ? 5 : 4, account, 'pass', { deliverableType })),
  )
  const { rows } = published(runs)
  expect(rows.map(({ deliverable_type }) => deliverable_type)).toEqual([...types.slice(0, 20), 'other'])
  expect(rows.at(-1)?.runs).toBe(60)
})

test('a median needs ten closed Spools, and is a number of runs', () => {
  const closed = (count: number) => [
    ...['a', 'b', 'c'].flatMap((account) => of(5, account, 'pass', { runsToEnd: null })),
    ...of(count, 'd', 'pass', { runsToEnd: 3 }),
  ]
  expect(published(closed(9)).rows[0]?.median_runs_to_terminal).toBeNull()
  expect(published(closed(10)).rows[0]?.median_runs_to_terminal).toBe(3)
})

test('shares sum to the whole; of equal remainders the first is raised', () => {
  expect(sharesBp([5, 5, 5, 0])).toEqual([3334, 3333, 3333, 0])
  expect(sharesBp([0, 0, 0, 0])).toBeNull()
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { minLength: 4, maxLength: 4 }), (counts) => {
      const shares = sharesBp(counts)
      expect(shares === null || shares.reduce((sum, each) => sum + each, 0) === 10_000).toBe(true)
    }),
  )
  expect([0, 1, 5, 6].map(roundedUp)).toEqual([0, 5, 5, 10])
})

const verdict = fc.constantFrom(...verdicts)
const others = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), verdict, fc.integer({ min: 1, max: 4 })), {
    minLength: 9,
    maxLength: 30,
  })
  .map((drawn) =>
    drawn.map(([account, result, units]) =>
      run(account, result, { submittedUnits: units, acceptedUnits: result === 'pass' ? units : 0 }),
    ),
  )

/** How likely each document is, over all draws of the key; fields are drawn by themselves. */
function likelihoods(runs: readonly Contribution[]): ReadonlyMap<string, number> {
  const belows = new Map<string, number>()
  published(runs, (name, below) => (belows.set(name, below), 0))
  let drawn: { draws: ReadonlyMap<string, number>; chance: number }[] = [{ draws: new Map(), chance: 1 }]
  for (const [name, below] of belows) {
    const field = (JSON.parse(name) as [string, string])[1]
    const above = aboveOf(runs, field, below)
    // Below it the count is rounded up: one draw stands for all of them, and one for the others.
    const choices = [
      [0, above / below],
      [below - 1, 1 - above / below],
    ] as const
    drawn = drawn.flatMap(({ draws, chance }) =>
      choices.flatMap(([draw, share]) =>
        share === 0 ? [] : [{ draws: new Map(draws).set(name, draw), chance: chance * share }],
      ),
    )
  }
  const documents = new Map<string, number>()
  for (const { draws, chance } of drawn) {
    const { rows, suppressed_cells } = published(runs, (name) => draws.get(name) ?? 0)
    const document = JSON.stringify([rows, suppressed_cells])
    documents.set(document, (documents.get(document) ?? 0) + chance)
  }
  return documents
}

function aboveOf(runs: readonly Contribution[], field: string, below: number): number {
  const sum = (count: (each: Contribution) => number) => runs.reduce((total, each) => total + count(each), 0)
  const count =
    field === 'runs'
      ? runs.length
      : field === 'submitted_units'
        ? sum(({ submittedUnits }) => submittedUnits)
        : field === 'accepted_units'
          ? sum(({ acceptedUnits }) => acceptedUnits)
          : sum(({ result }) => (result === field ? 1 : 0))
  return count % below
}

// Who knows every other run sees the document that it makes with each verdict of the last one. The more the documents of two verdicts
// differ in how likely they are, the more is learned; 3/5 is what two counts of verdicts and one of units can give away.
test('who knows all other runs does not learn the verdict of the last one', () => {
  fc.assert(
    fc.property(others, verdict, verdict, (known, one, other) => {
      const last = (result: Verdict) => likelihoods([...known, run('e', result)])
      const [ofOne, ofOther] = [last(one), last(other)]
      const difference = [...new Set([...ofOne.keys(), ...ofOther.keys()])].reduce(
        (sum, document) => sum + Math.abs((ofOne.get(document) ?? 0) - (ofOther.get(document) ?? 0)) / 2,
        0,
      )
      expect(difference).toBeLessThanOrEqual(0.6 + 1e-9)
    }),
    { numRuns: 40 },
  )
})

test('nothing follows from the difference of two publications: a run is in one of them, and the other is the same without it', () => {
  fc.assert(
    fc.property(others, others, verdict, (first, second, result) => {
      const next = (runs: readonly Contribution[]) => JSON.stringify(published(runs))
      const before = next(first)
      next([...second, run('e', result)])
      expect(next(first)).toBe(before)
    }),
    { numRuns: 20 },
  )
})
