import type { JsonObject, JsonValue } from '@outturn/canonical'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeterministicCheck } from '@outturn/checkers'
import { evaluateRun } from './evaluate-run.ts'
import type { EvidenceContent } from '@outturn/agreement'
import type { RunInput } from './run-input.ts'
import { condition, conditionId, item, run } from './testing/run-fixture.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  text,
  fc.maxSafeInteger(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('', ' ', 'https://example.com/', 'http://localhost', '2026-01-01T00:00:00Z', '10.50'),
)
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
}))
const fieldName = fc.constantFrom('a', 'b', '/a/0', '__proto__', 'constructor')
const row: fc.Arbitrary<JsonObject> = fc.dictionary(fc.oneof(fieldName, text), value, { maxKeys: 4 })

const check = fc
  .oneof(
    fc.record({ checker: fc.constant('row_count' as const), expected: fc.nat(6) }),
    fc.record({
      checker: fc.constant('completeness' as const),
      required_fields: fc.uniqueArray(fieldName, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      checker: fc.constant('duplicate_rate' as const),
      key_fields: fc.uniqueArray(fieldName, { minLength: 1, maxLength: 2 }),
      max_rate_bp: fc.nat(10_000),
    }),
    fc.record({ checker: fc.constant('url_format' as const), field: fieldName }),
    fc.record({ checker: fc.constant('url_format' as const) }),
    fc.record({
      checker: fc.constant('json_path' as const),
      path: fc.constantFrom('$', '$.a', '$..*', '$[?@.a > 1]', '$[?match(@, "a*")]', '$[?@ == $.a]'),
      operator: fc.constantFrom('equals' as const, 'contains' as const),
      value,
      scope: fc.constantFrom('row' as const, 'document' as const),
    }),
    fc.record({
      checker: fc.constant('json_path' as const),
      path: fc.constantFrom('$.a', '$.b[*]'),
      operator: fc.constantFrom('gt' as const, 'lte' as const),
      value: fc.constantFrom(1, '0.1', -3e5),
      quantifier: fc.constantFrom('all' as const, 'any' as const),
    }),
    fc.record({
      checker: fc.constant('row_count' as const),
      min: fc.nat(3),
      max: fc.integer({ min: 3, max: 5 }),
    }),
    fc.record({
      checker: fc.constant('completeness' as const),
      required_fields: fc.constant<string[]>(['a', 'b']),
      at_least: fc.constantFrom(1, 2),
      where: fc.record({
        path: fc.constantFrom('$.a', '$.b', '$..*'),
        operator: fc.constantFrom('equals' as const, 'gt' as const, 'not_equals' as const),
        value: fc.constantFrom(1, '10.50'),
      }),
    }),
    fc.record({
      checker: fc.constant('completeness' as const),
      required_fields: fc.constant<string[]>(['a']),
      min_share_bp: fc.integer({ min: 1, max: 9_999 }),
      share_exclusive: fc.boolean(),
    }),
    fc.record({
      checker: fc.constant('json_path' as const),
      path: fc.constantFrom('$.a', '$.b[*]', '$..*'),
      operator: fc.constantFrom('equals' as const, 'not_equals' as const, 'lt' as const),
      value_path: fc.constantFrom('$.a', "$['__proto__']", '$.b[0]'),
      scope: fc.constantFrom('row' as const, 'document' as const),
    }),
    fc.record({
      checker: fc.constant('json_path' as const),
      path: fc.constantFrom('$.a', '$..*'),
      operator: fc.constantFrom('gt' as const, 'equals' as const),
      value: fc.constantFrom('2026-01-01', '2026-01-01T00:00:00Z'),
      as: fc.constant('time' as const),
      when_missing: fc.constantFrom('fail' as const, 'pass' as const),
    }),
    fc.record({
      checker: fc.constant('json_path' as const),
      path: fc.constantFrom('$.a', '$', '$..*'),
      scope: fc.constant('document' as const),
      measure: fc.constantFrom('characters' as const, 'words' as const, 'items' as const),
      max: fc.nat(9),
    }),
    fc.record({
      checker: fc.constant('json_path' as const),
      path: fc.constantFrom('$[*].a', "$['a','b']", '$..*', '$[?@.a]'),
      scope: fc.constantFrom('row' as const, 'document' as const),
      aggregate: fc.constantFrom(
        'sum' as const,
        'mean' as const,
        'min' as const,
        'count' as const,
        'distinct' as const,
      ),
      operator: fc.constantFrom('gte' as const, 'not_equals' as const),
      value: fc.constantFrom(1, '0.5'),
    }),
    fc.record({
      checker: fc.constant('json_path' as const),
      path: fc.constantFrom('$.a', '$..*'),
      operator: fc.constant('format' as const),
      value: fc.constantFrom('email', 'iban', 'bcp47', 'iso_date_time'),
      min_share_bp: fc.integer({ min: 1, max: 10_000 }),
    }),
    fc.record({
      checker: fc.constant('text_contains' as const),
      text: fc.constantFrom('a', 'ß'),
      field: fieldName,
    }),
    fc.record({
      checker: fc.constant('text_contains' as const),
      none_of: fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 2 }),
    }),
    fc.record({ checker: fc.constant('http_status' as const), field: fieldName }),
    fc.record({ checker: fc.constant('hash_matches' as const), expected: fc.constant('0'.repeat(64)) }),
    fc.record({
      checker: fc.constant('deadline_met' as const),
      deadline: fc.constant('2026-01-01T00:00:00Z'),
      basis: fc.constant('field' as const),
      field: fieldName,
    }),
    fc.record({
      checker: fc.constant('deadline_met' as const),
      deadline: fc.constant('2026-01-01T00:00:00Z'),
    }),
  )
  .map((each): DeterministicCheck => each)

const content: fc.Arbitrary<EvidenceContent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('rows' as const), rows: fc.array(row, { maxLength: 6 }) }),
  },
  fc.record({ kind: fc.constant('json' as const), json: value }),
  fc.record({ kind: fc.constant('text' as const), text }),
  fc.record({ kind: fc.constant('reference' as const), url: text }),
  fc.constant({ kind: 'unavailable' as const }),
)

const unitization = fc.option(
  fc.record(
    {
      total_units: fc.integer({ min: 1, max: 6 }),
      unit_amount_cents: fc.integer({ min: 1, max: 1_000_000 }),
      identity: fc.record({
        source_key: fieldName,
        visibility: fc.constantFrom('label' as const, 'pseudonymous' as const),
      }),
    },
    { requiredKeys: ['total_units', 'unit_amount_cents'] },
  ),
)

const anyRun: fc.Arbitrary<RunInput> = fc
  .tuple(
    fc.array(fc.record({ check, required: fc.boolean() }), { minLength: 1, maxLength: 4 }),
    fc.array(fc.record({ content, owner: fc.option(fc.nat(3)) }), { maxLength: 3 }),
    unitization,
  )
  .map(([checks, contents, agreed]) =>
    run(
      checks.map((each, ordinal) => condition(each.check, ordinal, { required: each.required })),
      contents.map((each, index) =>
        item({
          id: `ev_${index}`,
          source: `source ${index}`,
          conditionId: each.owner === null ? null : conditionId(each.owner),
          content: each.content,
        }),
      ),
      agreed,
    ),
  )

/** Properties run hundreds of cases; a busy machine is no failure. */
const patient = { timeout: 60_000 }

const totalOf = (input: RunInput) => input.plan.unitization?.total_units ?? 1

test('every run has an outcome whose counts and amounts add up', patient, () => {
  fc.assert(
    fc.property(anyRun, (input) => {
      const outcome = evaluateRun(input)
      const { accepted, rejected, uncertain, earnedCents } = outcome
      const committed = input.plan.value.amount_cents
      expect(accepted + rejected + uncertain).toBe(totalOf(input))
      expect(earnedCents).toBe(accepted * (input.plan.unitization?.unit_amount_cents ?? committed))
      expect(earnedCents).toBeLessThanOrEqual(committed)
      expect(outcome.rejections).toHaveLength(rejected)
      expect(outcome.units?.rejection_summary.reduce((sum, { count }) => sum + count, 0) ?? rejected).toBe(
        rejected,
      )
      expect(outcome.result === 'pass').toBe(accepted === totalOf(input))
    }),
    { numRuns: 200 },
  )
})

test('the result follows from the condition results by the published policy', patient, () => {
  fc.assert(
    fc.property(anyRun, (input) => {
      const outcome = evaluateRun(input)
      const mandatory = outcome.conditionResults.filter(({ requirement }) => requirement === 'mandatory')
      const results = new Set(mandatory.map(({ result }) => result))
      if (outcome.result === 'pass') expect([...results]).toEqual(['pass'])
      if (input.plan.unitization !== null || mandatory.length === 0) return
      const expected =
        results.has('fail') || results.has('partial')
          ? 'fail'
          : results.has('uncertain')
            ? 'uncertain'
            : 'pass'
      expect(outcome.result).toBe(expected)
    }),
    { numRuns: 150 },
  )
})

test('the order of members in the evidence changes nothing', patient, () => {
  fc.assert(
    fc.property(anyRun, (input) => {
      const evidence = input.evidence.map((each) => ({
        ...each,
        content: reversed(each.content) as EvidenceContent,
      }))
      expect(evaluateRun({ ...input, evidence })).toEqual(evaluateRun(input))
    }),
    { numRuns: 100 },
  )
})

test('a reason never repeats what the evidence says', patient, () => {
  const secret = 'zzsecretzz'
  const rows = [{ a: secret, b: secret }, { a: secret }]
  fc.assert(
    fc.property(check, (each) => {
      const outcome = evaluateRun(run([condition(each)], [item({ content: { kind: 'rows', rows } })]))
      expect(JSON.stringify([outcome.conditionResults, outcome.rejections])).not.toContain(secret)
    }),
  )
})

/** The same JSON with the members of every object in the opposite order. */
function reversed(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(reversed)
  if (typeof json !== 'object' || json === null) return json
  const members = Object.entries(json).toReversed()
  return Object.fromEntries(members.map(([name, member]) => [name, reversed(member)]))
}
