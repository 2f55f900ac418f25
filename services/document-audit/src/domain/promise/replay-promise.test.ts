import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Refusal } from '@outturn/contracts'
import { promiseWindows, replayFeeBases, replayVerdicts, uncertainTreatments } from '@outturn/vocabulary'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replayPromise } from './replay-promise.ts'
import type { PromiseTerms, ReplayRequest } from './replay-request.ts'

const promise: PromiseTerms = {
  promise_version: 'v1',
  window: 'calendar_quarter',
  threshold_bp: 9_900,
  finality_days: 14,
  uncertain_treatment: 'exclude',
  fee_basis: 'accepted_value',
  remedy_tiers: [
    { min_rate_bp: 9_000, remedy_bp: 500 },
    { min_rate_bp: 5_000, remedy_bp: 2_000 },
  ],
  min_units: 2,
}
const asOf = '2026-07-01T00:00:00Z'

type Verdict = ReplayRequest['units'][number]['verdict']

/** Units of one customer with these verdicts, each worth 70 cents. */
function units(verdicts: readonly Verdict[], deliveredAt = '2026-02-10T12:00:00Z', prefix = 'u') {
  return verdicts.map((verdict, index) => ({
    unit_id: `${prefix}${index}`,
    customer_id: 'acme',
    delivered_at: deliveredAt,
    verdict,
    value_cents: 70,
  }))
}

function replay(changes: Partial<ReplayRequest> & { terms?: Partial<PromiseTerms> }) {
  const { terms, ...request } = changes
  return replayPromise({ units: [], as_of: asOf, ...request, promise: { ...promise, ...terms } })
}

const nineteenOfTwenty: Verdict[] = ['fail', ...Array.from({ length: 19 }, (): Verdict => 'pass')]

test('a remedy is a part of its basis, rounded down', () => {
  expect(replay({ units: units(nineteenOfTwenty) }).windows).toEqual([
    {
      customer_id: 'acme',
      window_start: '2026-01-01T00:00:00.000Z',
      window_end: '2026-04-01T00:00:00.000Z',
      units: 20,
      pending_units: 0,
      measured_units: 20,
      accepted: 19,
      rejected: 1,
      uncertain: 0,
      rate_bp: 9_500,
      threshold_bp: 9_900,
      breached: true,
      tier: { min_rate_bp: 9_000, remedy_bp: 500 },
      basis_cents: 1_330,
      hypothetical_remedy_cents: 66,
      status: 'measured',
    },
  ])
})

test.each<[name: string, changes: Parameters<typeof replay>[0], expected: object]>([
  [
    'a rate at the threshold is no breach',
    { units: units(['pass', 'fail']), terms: { threshold_bp: 5_000 } },
    { breached: false, status: 'measured', tier: null },
  ],
  [
    'too few units breach nothing',
    { units: units(['fail']) },
    { breached: false, status: 'below_min_units', rate_bp: 0 },
  ],
  [
    'no tier gives no remedy',
    { units: units(['fail', 'fail', 'fail', 'pass']) },
    { breached: true, status: 'no_tier', hypothetical_remedy_cents: 0 },
  ],
  [
    'a unit is final after its days to the moment',
    { units: units(['pass', 'fail'], '2026-06-17T00:00:00Z') },
    { measured_units: 2, pending_units: 0 },
  ],
  [
    'and not a millisecond before',
    { units: units(['pass', 'fail'], '2026-06-17T00:00:00.001Z') },
    { measured_units: 0, pending_units: 2, rate_bp: null, status: 'below_min_units' },
  ],
  [
    'uncertain units are left out',
    { units: units(['pass', 'fail', 'uncertain']) },
    { measured_units: 2, uncertain: 1, rate_bp: 5_000 },
  ],
  [
    'or count as rejected',
    { units: units(['pass', 'fail', 'uncertain']), terms: { uncertain_treatment: 'count_as_rejected' } },
    { rejected: 2, uncertain: 1, rate_bp: 3_333 },
  ],
  [
    'or as accepted',
    { units: units(['pass', 'fail', 'uncertain']), terms: { uncertain_treatment: 'count_as_accepted' } },
    { accepted: 2, basis_cents: 140 },
  ],
  [
    'the basis may be the rejected value',
    { units: units(nineteenOfTwenty), terms: { fee_basis: 'rejected_value' } },
    { basis_cents: 70, hypothetical_remedy_cents: 3 },
  ],
  [
    'or all that was delivered',
    { units: units(nineteenOfTwenty), terms: { fee_basis: 'delivered_value' } },
    { basis_cents: 1_400, hypothetical_remedy_cents: 70 },
  ],
  [
    'a time with an offset is of its day in UTC',
    { units: units(['pass', 'fail'], '2026-04-01T00:30:00+02:00') },
    { window_end: '2026-04-01T00:00:00.000Z' },
  ],
  [
    'a week starts on Monday',
    { units: units(['pass', 'fail'], '2026-02-08T23:59:59Z'), terms: { window: 'calendar_week' } },
    { window_start: '2026-02-02T00:00:00.000Z' },
  ],
  [
    'a rolling window has its end',
    { units: units(['pass', 'fail'], '2026-06-01T00:00:00Z'), terms: { window: 'rolling_30d' } },
    { window_start: '2026-05-02T00:00:00.000Z', window_end: '2026-06-01T00:00:00.000Z' },
  ],
  [
    'all begins with the first unit',
    { units: units(['pass', 'fail']), terms: { window: 'all' } },
    { window_start: '2026-02-10T12:00:00.000Z', window_end: '2026-07-01T00:00:00.000Z' },
  ],
])('%s', (_, changes, expected) => {
  expect(replay(changes).windows).toMatchObject([expected])
})

test('corrections by the time of the replay apply in order, and the others are listed', () => {
  const result = replay({
    units: [...units(['fail', 'pass']), ...units(['pass'], '2026-07-02T00:00:00Z', 'later')],
    corrections: [
      { unit_id: 'u0', corrected_at: '2026-03-02T00:00:00Z', verdict: 'pass', value_cents: 100 },
      { unit_id: 'u0', corrected_at: '2026-03-01T00:00:00Z', verdict: 'uncertain' },
      { unit_id: 'u1', corrected_at: '2026-07-01T00:00:00.001Z', verdict: 'fail' },
      { unit_id: 'u9', corrected_at: '2026-03-01T00:00:00Z' },
      { unit_id: 'later0', corrected_at: '2026-03-01T00:00:00Z' },
    ],
  })
  expect(result.windows).toMatchObject([{ accepted: 2, basis_cents: 170 }])
  expect(result.corrections_applied).toBe(2)
  expect(result.corrections_ignored.map(({ unit_id, cause }) => [unit_id, cause])).toEqual([
    ['u9', 'unknown_unit'],
    ['later0', 'unit_not_delivered'],
    ['u1', 'after_as_of'],
  ])
})

test('the grid has every combination of its axes, and a missing axis the value of the promise', () => {
  const { sensitivity } = replay({
    units: units(nineteenOfTwenty),
    sensitivity: { threshold_bp: [9_500, 9_501], finality_days: [14, 200] },
  })
  expect(sensitivity).toMatchObject([
    { threshold_bp: 9_500, finality_days: 14, breached_windows: 0 },
    { threshold_bp: 9_500, finality_days: 200, breached_windows: 0 },
    { threshold_bp: 9_501, finality_days: 14, breached_windows: 1, hypothetical_remedy_cents: 66 },
    { threshold_bp: 9_501, finality_days: 200, breached_windows: 0, uncertain_treatment: 'exclude' },
  ])
})

/** Units of 4,999,960 bytes as CSV, and one that may follow them with an ID of no byte. */
const large = units(Array.from({ length: 10 }, (): Verdict => 'fail')).map((unit, index) => ({
  ...unit,
  unit_id: `${index}${'x'.repeat(499_996 - ',acme,2026-02-10T12:00:00Z,fail,70\n'.length - 1)}`,
}))
const extra = { ...units(['fail'])[0], unit_id: '', customer_id: 'customer1' } as (typeof large)[number]

test('units of 5,000,000 bytes as CSV are replayed', () => {
  expect(replay({ units: [...large, extra] }).totals.units).toBe(11)
})

test.each<[field: string, changes: Parameters<typeof replay>[0]]>([
  ['units[2].unit_id', { units: [...units(['pass', 'pass']), ...units(['fail'])] }],
  [
    'promise.remedy_tiers',
    {
      terms: {
        remedy_tiers: [
          { min_rate_bp: 1, remedy_bp: 1 },
          { min_rate_bp: 1, remedy_bp: 2 },
        ],
      },
    },
  ],
  [
    'sensitivity',
    { sensitivity: { threshold_bp: Array.from({ length: 101 }, () => 1), finality_days: [1, 2] } },
  ],
  [
    'units',
    { units: units(['pass', 'pass']).map((unit) => ({ ...unit, value_cents: Number.MAX_SAFE_INTEGER })) },
  ],
  // Values of 5,000,001 bytes as CSV.
  ['units', { units: [...large, { ...extra, unit_id: 'x' }] }],
  [
    'corrections',
    {
      corrections: Array.from({ length: 10 }, () => ({
        unit_id: 'x'.repeat(500_000),
        corrected_at: asOf,
      })),
    },
  ],
])('what cannot be meant is refused at %s', (field, changes) => {
  let refusal: unknown
  try {
    replay(changes)
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ status: 422, options: { field } })
})

const bp = fc.integer({ min: 0, max: 10_000 })
const day = fc.integer({ min: 0, max: 400 })
const time = fc
  .tuple(day, fc.constantFrom(0, 1, 43_200_000, 86_399_999), fc.constantFrom(0, 1))
  .map(([days, ms, later]) => new Date(Date.UTC(2025, 5, 1) + days * 86_400_000 + ms * later).toISOString())
const request: fc.Arbitrary<ReplayRequest> = fc.record({
  promise: fc.record({
    promise_version: fc.constant('v1'),
    window: fc.constantFrom(...promiseWindows),
    threshold_bp: bp,
    finality_days: fc.integer({ min: 0, max: 60 }),
    uncertain_treatment: fc.constantFrom(...uncertainTreatments),
    fee_basis: fc.constantFrom(...replayFeeBases),
    remedy_tiers: fc
      .uniqueArray(fc.record({ min_rate_bp: bp, remedy_bp: bp }), {
        maxLength: 4,
        selector: (each) => each.min_rate_bp,
      })
      .map((tiers) => tiers.toSorted((a, b) => a.min_rate_bp - b.min_rate_bp)),
    min_units: fc.integer({ min: 0, max: 4 }),
  }),
  units: fc
    .array(
      fc.record({
        customer_id: fc.constantFrom('a', 'B', 'b'),
        delivered_at: time,
        verdict: fc.constantFrom(...replayVerdicts),
        value_cents: fc.integer({ min: 0, max: 100_000 }),
      }),
      { maxLength: 25 },
    )
    .map((all) => all.map((unit, index) => ({ unit_id: `u${index}`, ...unit }))),
  as_of: fc.constantFrom('2026-07-01T00:00:00Z', '2026-02-28T13:00:00.500Z'),
  corrections: fc.array(
    fc.record({
      unit_id: fc.integer({ min: 0, max: 30 }).map((index) => `u${index}`),
      corrected_at: time,
      verdict: fc.constantFrom(...replayVerdicts),
      value_cents: fc.integer({ min: 0, max: 100_000 }),
    }),
    { maxLength: 6 },
  ),
  sensitivity: fc.record({
    threshold_bp: fc.array(bp, { minLength: 1, maxLength: 3 }),
    uncertain_treatment: fc.constant(uncertainTreatments),
  }),
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('a second implementation, in Python, finds the same', () => {
  const requests = fc.sample(request, { numRuns: 150, seed: 20_260_101 })
  const program = fileURLToPath(new URL('../../testing/replay_promise.py', import.meta.url))
  const { stdout, stderr } = spawnSync('python3', [program], {
    input: JSON.stringify(requests),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const found = requests.map((each) => {
    const { windows, sensitivity, corrections_applied } = replayPromise(each)
    return { windows, sensitivity, corrections_applied }
  })
  expect(found).toEqual(JSON.parse(stdout))
})

test('windows and customers add up to the totals, in any order of units', () => {
  fc.assert(
    fc.property(request, (each) => {
      const { corrections: _, ...plain } = each
      const result = replayPromise(plain)
      const windows = result.windows as {
        units: number
        basis_cents: number
        hypothetical_remedy_cents: number
      }[]
      const customers = result.customers as { hypothetical_remedy_cents: number }[]
      const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
      expect(sum(windows.map((window) => window.units))).toBe(result.totals.units)
      expect(sum(windows.map((window) => window.basis_cents))).toBe(result.totals.basis_cents)
      expect(sum(customers.map((one) => one.hypothetical_remedy_cents))).toBe(
        result.totals.hypothetical_remedy_cents,
      )
      expect(replayPromise({ ...plain, units: plain.units.toReversed() })).toEqual(result)
    }),
    { numRuns: 60 },
  )
})
