import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeterministicCheck } from '@outturn/checkers'
import type { EvidenceContent, EvidenceItem, PlanCheck } from '@outturn/agreement'
import { contentDigest } from './evidence/content-digest.ts'
import { evaluateRun } from './evaluate-run.ts'
import { byFirstRules, condition, conditionId, item, run, units } from './testing/run-fixture.ts'

const toBase64 = (text: string) => btoa(text)
const contents: readonly EvidenceContent[] = [
  { kind: 'rows', rows: [{ a: 'x' }, { a: 'y' }] },
  { kind: 'rows', rows: [{ a: 'x' }, { a: 'x' }] },
  { kind: 'rows', rows: [{ a: '' }] },
  { kind: 'bytes', base64: toBase64('a\nx\ny\n'), media_type: 'text/csv' },
  { kind: 'bytes', base64: toBase64('{"a":"x"}'), media_type: 'application/json' },
  { kind: 'text', text: 'x is here.' },
  { kind: 'text', text: 'y is here.' },
  { kind: 'json', json: { a: 'x' } },
  { kind: 'json', json: { a: 'y' } },
  { kind: 'reference', url: 'https://example.com/' },
  { kind: 'reference', url: 'not a url' },
]

const deadline = '2026-01-01T12:00:00Z'
const digests = contents.flatMap((content) => contentDigest(content) ?? [])
const check: fc.Arbitrary<PlanCheck> = fc.constantFrom<PlanCheck>(
  ...([
    { checker: 'row_count', expected: 2 },
    { checker: 'row_count', expected: 1 },
    { checker: 'completeness', required_fields: ['a'] },
    { checker: 'duplicate_rate', key_fields: ['a'], max_rate_bp: 0 },
    { checker: 'json_path', path: '$.a', operator: 'equals', value: 'x' },
    { checker: 'json_path', path: '$.a', operator: 'equals', value: 'y', scope: 'document' },
    { checker: 'text_contains', text: 'x' },
    { checker: 'text_contains', text: 'y' },
    { checker: 'text_contains', none_of: ['y'] },
    { checker: 'url_format' },
    { checker: 'deadline_met', deadline },
    { checker: 'deadline_met', deadline, basis: 'source_timestamp' },
    ...digests.map((expected) => ({ checker: 'hash_matches', expected }) as const),
  ] satisfies DeterministicCheck[]),
  { claim_cited: { claim: 'x is here.' } },
  { claim_cited: { claim: 'y is here.' } },
)

const time = fc.constantFrom('2026-01-01T11:00:00.000Z', '2026-01-01T13:00:00.000Z')
const piece = fc.record({
  content: fc.constantFrom(...contents),
  owner: fc.nat(2),
  source: fc.constantFrom('one', 'two'),
  receivedAt: time,
  observedAt: fc.option(time),
})
const delivery = fc.record({
  checks: fc.array(fc.record({ check, required: fc.constantFrom(true, true, false) }), {
    minLength: 2,
    maxLength: 3,
  }),
  pieces: fc.array(piece, { minLength: 1, maxLength: 3 }),
  isByUnits: fc.boolean(),
})

type Delivery = typeof delivery extends fc.Arbitrary<infer Value> ? Value : never

function runOf({ checks, isByUnits }: Delivery, evidence: readonly EvidenceItem[]) {
  const conditions = checks.map(({ check: agreed, required }, ordinal) =>
    condition(agreed, ordinal, {
      required,
      verification_method: 'claim_cited' in agreed ? 'ai_assisted' : 'deterministic',
    }),
  )
  return run(conditions, evidence, isByUnits ? units(2) : null)
}

function labelled({ pieces }: Delivery): EvidenceItem[] {
  return pieces.map(({ owner, ...each }, index) =>
    item({ ...each, ...typeFor(each.content), id: `ev_${index}`, conditionId: conditionId(owner) }),
  )
}

function typeFor({ kind }: EvidenceContent): Pick<EvidenceItem, 'type'> {
  return { type: kind === 'text' ? 'text' : kind === 'reference' ? 'url' : 'dataset' }
}

/** All choices of the items in any order, each offered to every condition. */
function singleDeliveries(items: readonly EvidenceItem[]): EvidenceItem[][] {
  const orders = (rest: readonly EvidenceItem[]): EvidenceItem[][] => [
    [],
    ...rest.flatMap((first) => orders(rest.filter((each) => each !== first)).map((tail) => [first, ...tail])),
  ]
  return orders(items).map((chosen) =>
    chosen.map((each, index) => ({ ...each, conditionId: null, source: `source ${index}` })),
  )
}

/**
 * A delivery of tables and documents, of which a check that was agreed to be on a document is given the documents. Each
 * condition is judged on its part of the one delivery, so the rules of version 1 say what it earns.
 */
function byKind(of: Delivery, single: readonly EvidenceItem[]) {
  const evidence = of.checks.flatMap(({ check: agreed }, ordinal) => {
    const isOnDocument = 'scope' in agreed && agreed.scope === 'document'
    const isTable = ({ content: { kind } }: EvidenceItem) => kind === 'rows' || kind === 'bytes'
    const part = isOnDocument ? single.filter((each) => !isTable(each)) : single
    return part.map((each) => ({ ...each, conditionId: conditionId(ordinal) }))
  })
  return byFirstRules(runOf(of, evidence))
}

const earned = (input: Parameters<typeof evaluateRun>[0]) => evaluateRun(input).earnedCents
const bestOf = (of: Delivery) =>
  Math.max(
    ...singleDeliveries(labelled(of)).flatMap((single) => [
      earned(runOf(of, single)),
      earned(byKind(of, single)),
    ]),
  )

test('no labels of a delivery earn more than the best single delivery for all conditions', {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(delivery, (of) => {
      const split = earned(runOf(of, labelled(of)))
      if (split > 0) expect(split).toBeLessThanOrEqual(bestOf(of))
    }),
    { numRuns: 8_000 },
  )
})

test('by the rules of version 1 labels earn more', () => {
  const gain = fc.sample(delivery, { numRuns: 4_000, seed: 7 }).find((of) => {
    const split = earned(byFirstRules(runOf(of, labelled(of))))
    return split > 0 && split > bestOf(of)
  })
  expect(gain).toBeDefined()
})
