import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EvidenceItem, PlanCheck } from '@outturn/agreement'
import { contentDigest } from './evidence/content-digest.ts'
import { evaluateRun } from './evaluate-run.ts'
import {
  type Agreed,
  bestDelivery,
  contents,
  deliveryValue,
  isRead,
  rowsIn,
  type Sent,
} from './testing/delivery-oracle.ts'
import { bySecondRules, condition, conditionId, item, run, units } from './testing/run-fixture.ts'

// Whatever is agreed, and however a delivery is cut up by conditions, sources, types, forms and order: it earns no more than the
// best that a reader finds in any one delivery of the same items.

const deadline = '2026-01-01T12:00:00Z'
const [early, late] = ['2026-01-01T11:00:00.000Z', '2026-01-01T13:00:00.000Z']

type Check = {
  readonly check: PlanCheck
  readonly finds: Agreed['finds']
  readonly isAboutTime?: true
  /** Whether it has a finding for each row, whatever was delivered. */
  readonly isOnRows?: true
}

const onRows =
  (isMet: (value: string, index: number, values: readonly string[]) => boolean): Agreed['finds'] =>
  (delivered) => {
    const rows = rowsIn(delivered)
    return rows === null ? false : rows.map(({ a }) => a).map(isMet)
  }
const textsIn = (delivered: readonly Sent[]) => delivered.flatMap((sent) => isRead(sent).text ?? [])
const documentsIn = (delivered: readonly Sent[]) => delivered.flatMap((sent) => isRead(sent).a ?? [])
const all = <Item>(list: readonly Item[], isMet: (each: Item) => boolean) =>
  list.length > 0 && list.every(isMet)

const checks: readonly Check[] = [
  ...[1, 2, 3].map(
    (expected): Check => ({
      check: { checker: 'row_count', expected },
      // Of units a row that is missing is one unit less, and a row too many is no delivery.
      finds: (delivered, isByUnits) => {
        const rows = rowsIn(delivered) ?? []
        const count = rows.length
        const isMet = isByUnits
          ? count <= Math.min(expected, 2) && (count === expected || count < 2)
          : count === expected
        return isMet && rows.map(() => true)
      },
      isOnRows: true,
    }),
  ),
  ...[1, 2].map(
    (bound): Check => ({
      check: { checker: 'row_count', ...(bound === 1 ? { max: 1 } : { min: 2 }) },
      finds: (delivered) => {
        const rows = rowsIn(delivered) ?? []
        return (bound === 1 ? rows.length <= 1 : rows.length >= 2) && rows.map(() => true)
      },
      isOnRows: true,
    }),
  ),
  ...[1, 3].map(
    (words): Check => ({
      check: {
        checker: 'json_path',
        path: '$',
        measure: 'words',
        ...(words === 1 ? { max: 1 } : { min: 3 }),
      },
      finds: (delivered) =>
        all(textsIn(delivered), (text) => {
          const count = text.split(/\s+/).filter((word) => word !== '').length
          return words === 1 ? count <= 1 : count >= 3
        }),
    }),
  ),
  ...['x', 'y'].map(
    (value): Check => ({
      // Each row has that value, as the table is read as one document.
      check: { checker: 'json_path', path: '$[*].a', scope: 'document', operator: 'equals', value },
      finds: (delivered) =>
        (rowsIn(delivered) ?? []).length > 0 && all(rowsIn(delivered) ?? [], ({ a }) => a === value),
    }),
  ),
  {
    check: { checker: 'completeness', required_fields: ['a'] },
    finds: onRows((a) => a !== ''),
    isOnRows: true,
  },
  {
    check: { checker: 'duplicate_rate', key_fields: ['a'], max_rate_bp: 0 },
    finds: onRows((a, index, values) => a !== '' && values.indexOf(a) === index),
    isOnRows: true,
  },
  {
    check: { checker: 'text_contains', field: 'a', text: 'x' },
    finds: onRows((a) => a === 'x'),
    isOnRows: true,
  },
  {
    check: { checker: 'text_contains', field: 'a', none_of: ['y'] },
    finds: onRows((a) => a === 'x'),
    isOnRows: true,
  },
  {
    check: { checker: 'json_path', path: '$.a', operator: 'equals', value: 'x' },
    finds: (delivered) =>
      rowsIn(delivered) === null
        ? all(documentsIn(delivered), (a) => a === 'x')
        : onRows((a) => a === 'x')(delivered, false),
  },
  {
    check: { checker: 'json_path', path: '$.a', operator: 'equals', value: 'y', scope: 'document' },
    finds: (delivered) => all(documentsIn(delivered), (a) => a === 'y'),
  },
  ...['x', 'y', 'fine'].map(
    (words): Check => ({
      check: { checker: 'text_contains', text: words },
      finds: (delivered) => textsIn(delivered).some((text) => text.includes(words)),
    }),
  ),
  ...['x', 'y'].map(
    (word): Check => ({
      check: { checker: 'text_contains', none_of: [word] },
      finds: (delivered) =>
        textsIn(delivered).length > 0 && delivered.every((sent) => !isRead(sent).words.includes(word)),
    }),
  ),
  {
    check: { checker: 'url_format' },
    finds: (delivered) =>
      all(
        delivered.flatMap((sent) => isRead(sent).link ?? []),
        (link) => link === 'good',
      ),
  },
  {
    check: { checker: 'deadline_met', deadline },
    finds: (delivered) => all(delivered, ({ receivedAt }) => receivedAt === early),
    isAboutTime: true,
  },
  {
    check: { checker: 'deadline_met', deadline, basis: 'source_timestamp' },
    finds: (delivered) => all(delivered, ({ observedAt }) => observedAt === early),
    isAboutTime: true,
  },
  ...contents.flatMap(({ content }, index): Check[] => {
    const expected = content.kind === 'reference' ? null : contentDigest(content)
    if (expected === null) return []
    return [
      {
        check: { checker: 'hash_matches', expected },
        // The same JSON as a document and as bytes is the same content.
        finds: (delivered) =>
          all(
            delivered.filter((sent) => isRead(sent).link === undefined),
            (sent) => sent.content === index || contentDigest(isRead(sent).content) === expected,
          ),
      },
    ]
  }),
  ...['x', 'y'].map(
    (word): Check => ({
      check: { claim_cited: { claim: `${word} is here.` } },
      finds: (delivered) => textsIn(delivered).some((text) => text === `${word} is here.`),
    }),
  ),
]

const sources: readonly string[] = ['one', 'two']
const time = fc.constantFrom(early, late)
const source = fc.constantFrom(...sources)
const binding = fc.record({
  type: fc.constantFrom('dataset' as const, 'dataset' as const, 'text' as const, 'file' as const),
  source,
})
const term = fc.record({
  check: fc.constantFrom(...checks),
  required: fc.constantFrom(true, true, true, false),
  boundTo: fc.option(binding, { freq: 2 }),
})
const piece = fc.record({
  content: fc.nat(contents.length - 1),
  label: fc.nat(2),
  source,
  receivedAt: time,
  observedAt: fc.option(time, { freq: 4 }),
  isOfBuyer: fc.constantFrom(false, false, false, false, true),
})
const anyGame = fc.record({
  agreement: fc.record({
    conditions: fc.array(term, { minLength: 2, maxLength: 3 }),
    isByUnits: fc.boolean(),
  }),
  pieces: fc.array(piece, { minLength: 1, maxLength: 4 }),
})
/** Two conditions, each given a part of its own: the smallest split, of which most earn nothing and many might. */
const smallGame = fc
  .record({
    checks: fc.tuple(fc.constantFrom(...checks), fc.constantFrom(...checks)),
    areBound: fc.constantFrom([false, false], [false, false], [true, false], [true, true]),
    type: fc.constantFrom('dataset' as const, 'dataset' as const, 'text' as const),
    parts: fc.tuple(fc.nat(contents.length - 1), fc.nat(contents.length - 1)),
    isByUnits: fc.constantFrom(false, false, true),
    areBothForFirst: fc.constantFrom(false, false, true),
    other: source,
    times: fc.tuple(time, time),
  })
  .map(({ checks: agreed, areBound, type, parts, times, ...rest }) => ({
    agreement: {
      conditions: agreed.map((check, index) => ({
        check,
        required: true,
        boundTo: areBound[index] === true ? { type, source: 'one' } : null,
      })),
      isByUnits: rest.isByUnits,
    },
    pieces: parts.map((content, index) => ({
      content,
      label: rest.areBothForFirst ? 0 : index,
      source: index === 0 ? 'one' : rest.other,
      receivedAt: times[index] ?? early,
      observedAt: early,
      isOfBuyer: false,
    })),
  }))
const game = fc.oneof({ weight: 2, arbitrary: smallGame }, { weight: 1, arbitrary: anyGame })
type Game = typeof game extends fc.Arbitrary<infer Value> ? Value : never

function playedRun(
  { agreement: { conditions, isByUnits }, pieces }: Game,
  idOf: (label: number) => string | null = conditionId,
) {
  const agreed = conditions.map(({ check: { check }, required, boundTo }, ordinal) =>
    condition(check, ordinal, {
      required,
      verification_method: 'claim_cited' in check ? 'ai_assisted' : 'deterministic',
      evidence_requirements:
        boundTo === null
          ? []
          : [{ expected_type: boundTo.type, source_ref: boundTo.source, on_missing: 'uncertain' as const }],
    }),
  )
  const evidence = pieces.map(({ content, label, isOfBuyer, ...sent }, index): EvidenceItem => {
    const { type, content: held } = contents[content] as (typeof contents)[number]
    return item({
      ...sent,
      id: `ev_${index}`,
      conditionId: idOf(label),
      type,
      content: held,
      onBehalfOf: isOfBuyer ? 'buyer' : 'provider',
      // The same bytes in another form are kept under their own id.
      ...(isOtherForm(pieces, index) && { contentKey: `ev_${index}` }),
    })
  })
  return run(agreed, evidence, isByUnits ? units(2) : null)
}

function isOtherForm(pieces: Game['pieces'], index: number): boolean {
  const held = (of: number) => (contents[pieces[of]?.content ?? 0] as (typeof contents)[number]).content
  const first = pieces.findIndex((_, each) => contentDigest(held(each)) === contentDigest(held(index)))
  return first !== index && JSON.stringify(held(first)) !== JSON.stringify(held(index))
}

function read(played: Game, find: typeof bestDelivery): number {
  const { conditions, isByUnits } = played.agreement
  const agreed = conditions.map(({ check: { finds, isAboutTime = false }, required, boundTo }) => ({
    finds,
    isAboutTime,
    required,
    boundTo,
  }))
  const delivered = played.pieces.filter(({ isOfBuyer }) => !isOfBuyer)
  return find(agreed, delivered, isByUnits ? 2 : null)
}
const bestOf = (played: Game) => read(played, bestDelivery)

/** What was earned, in parts of the value: units, or all of it. */
function earnedOf(played: Game, input: ReturnType<typeof run>): number {
  return evaluateRun(input).earnedCents / (played.agreement.isByUnits ? 50 : 150)
}

test('no split of a delivery earns more than the best single delivery', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(game, (played) => {
      const earned = earnedOf(played, playedRun(played))
      if (earned > 0) expect(earned).toBeLessThanOrEqual(bestOf(played))
    }),
    { numRuns: 5_000 },
  )
})

test('one delivery earns what a reader finds in it, for whichever condition its items were sent', {
  timeout: 120_000,
}, () => {
  const single = game.map(({ agreement: agreed, pieces }) => ({
    agreement: agreed,
    pieces: pieces.map((each, index) => ({ ...each, source: ['one', 'two', 'three', 'four'][index] ?? '' })),
  }))
  fc.assert(
    fc.property(single, (played) => {
      const { conditions, isByUnits } = played.agreement
      // A condition on rows says which rows are the units, and a table of another source is none of theirs.
      const isUnbound = conditions.every(({ boundTo }) => boundTo === null)
      const isOnUnits = conditions.some(({ check: { isOnRows = false }, required }) => isOnRows && required)
      fc.pre(!isByUnits || (isUnbound && isOnUnits))
      const value = read(played, deliveryValue)
      expect(
        earnedOf(
          played,
          playedRun(played, () => null),
        ),
      ).toBe(value)
      const unbound = conditions.findIndex(({ boundTo }) => boundTo === null)
      if (unbound >= 0)
        expect(
          earnedOf(
            played,
            playedRun(played, () => conditionId(unbound)),
          ),
        ).toBe(value)
    }),
    { numRuns: 3_000 },
  )
})

test('by the rules of version 2 splits earn more', () => {
  const gains = fc.sample(game, { numRuns: 4_000, seed: 7 }).filter((played) => {
    const earned = earnedOf(played, bySecondRules(playedRun(played)))
    return earned > 0 && earned > bestOf(played)
  })
  expect(gains.length).toBeGreaterThan(0)
})
