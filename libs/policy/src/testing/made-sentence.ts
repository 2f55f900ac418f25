import fc from 'fast-check'
import type { Claim, Relation, RowClaim } from './claim.ts'
import * as wordings from './wordings.ts'

/** A sentence with what it says, made of wordings whose meaning is known without reading them. */
export interface MadeSentence {
  readonly text: string
  /** Fields of the request. */
  readonly fields: readonly string[]
  readonly claims: readonly Claim[]
  /** Whether it says of itself that it does not hold, or not always: then nothing may be required. */
  readonly isUndone: boolean
}

interface Clause {
  readonly text: string
  readonly claims: readonly Claim[]
}

type Names = readonly [string, string, string]

const names = [
  'score',
  'email',
  'title',
  'sale_price',
  'unit_cost',
  'status',
  'country',
  'width_px',
  'nps',
  'summary',
  'created_by',
  'vatId',
  'net-weight',
  'región',
] as const

const relations: readonly Relation[] = ['gte', 'lte', 'gt', 'lt', 'equals', 'not_equals']
const numbers = [
  ['5', 5],
  ['12', 12],
  ['1,500', 1_500],
  ['0.5', 0.5],
  ['100', 100],
  ['2.25', 2.25],
  ['-3', -3],
] as const

const oneOf = <T>(list: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...list)

/** The field as people write it: its name, marked or bare, or with an article. */
function written(name: string): fc.Arbitrary<string> {
  return oneOf([name, `"${name}"`, `\`${name}\``, `field ${name}`, `the ${name}`, name.replaceAll('_', ' ')])
}

function put(wording: string, parts: Readonly<Record<string, string | number>>): string {
  return Object.entries(parts).reduce(
    (text, [name, part]) => text.replaceAll(`{${name}}`, () => String(part)),
    wording,
  )
}

/** A subject and what is said of it: `score is at least 5`. */
function predicate(name: string, says: string): fc.Arbitrary<string> {
  const subjects = fc.oneof(
    { weight: 4, arbitrary: written(name) },
    { weight: 1, arbitrary: oneOf([`each ${name}`, `every ${name}`]) },
  )
  const tails = oneOf(['', '', '', ' in every row', ' on each row', ' for all rows'])
  return fc.tuple(subjects, tails).map(([subject, tail]) => `${subject} ${says}${tail}`)
}

function compared([a]: Names): fc.Arbitrary<Clause> {
  return fc.tuple(oneOf(relations), oneOf(numbers)).chain(([relation, [digits, value]]) =>
    oneOf(wordings.relations[relation])
      .chain((wording) => predicate(a, put(wording, { '': digits })))
      .map((text) => ({ text, claims: [{ kind: 'compared', field: a, relation, value }] })),
  )
}

function ranged([a]: Names): fc.Arbitrary<Clause> {
  return fc
    .tuple(oneOf([0, 1, 3]), oneOf([5, 10, 200]), oneOf(wordings.ranges))
    .chain(([low, high, wording]) =>
      predicate(a, put(wording, { a: low, b: high })).map((text) => ({
        text,
        claims: [
          { kind: 'compared', field: a, relation: 'gte', value: low },
          { kind: 'compared', field: a, relation: 'lte', value: high },
        ],
      })),
    )
}

function present([a, b]: Names): fc.Arbitrary<Clause> {
  const one = fc.tuple(oneOf(wordings.presences), written(a)).map(
    ([wording, field]): Clause => ({
      text: put(wording, { '': field }),
      claims: [{ kind: 'present', fields: [a] }],
    }),
  )
  const two = pairOf(wordings.jointPresences, a, b, { kind: 'present', fields: [a, b] })
  const either = pairOf(wordings.choices, a, b, { kind: 'some_of', fields: [a, b] })
  return fc.oneof({ weight: 3, arbitrary: one }, two, either)
}

function pairOf(list: readonly string[], a: string, b: string, claim: Claim): fc.Arbitrary<Clause> {
  return fc
    .tuple(oneOf(list), oneOf([a, `"${a}"`]), oneOf([b, `"${b}"`]))
    .map(([wording, left, right]) => ({ text: put(wording, { a: left, b: right }), claims: [claim] }))
}

function distinct([a, b]: Names): fc.Arbitrary<Clause> {
  const one = fc.tuple(oneOf(wordings.uniquenesses), oneOf([a, `"${a}"`])).map(
    ([wording, field]): Clause => ({
      text: put(wording, { '': field }),
      claims: [{ kind: 'distinct', keys: [a] }],
    }),
  )
  return fc.oneof(one, pairOf(wordings.jointUniquenesses, a, b, { kind: 'distinct', keys: [a, b] }))
}

function counted(): fc.Arbitrary<Clause> {
  return fc.tuple(oneOf(['exact', 'least', 'most'] as const), oneOf([2, 7, 20])).chain(([side, count]) =>
    oneOf(wordings.counts[side]).map((wording) => ({
      text: put(wording, { '': count }),
      claims: [
        {
          kind: 'counted',
          least: side === 'most' ? 1 : count,
          most: side === 'least' ? Number.POSITIVE_INFINITY : count,
        },
      ],
    })),
  )
}

function shared(fields: Names): fc.Arbitrary<Clause> {
  const inner = fc.oneof(compared(fields), present(fields), listed(fields))
  return fc
    .tuple(inner, oneOf(['least', 'more'] as const), oneOf([90, 95, 99.5, 50]))
    .chain(([clause, side, percent]) =>
      oneOf(wordings.shares[side]).map((wording) => ({
        text: put(wording, {
          '': percent,
          clause: clause.text.replace(/ (?:in|on|for) (?:every|each|all) rows?$/, ''),
        }),
        claims: clause.claims.map((claim) => ({
          kind: 'share',
          basisPoints: percent * 100,
          isExclusive: side === 'more',
          of: claim as RowClaim,
        })),
      })),
    )
}

function aggregated([a]: Names): fc.Arbitrary<Clause> {
  return fc
    .tuple(oneOf(['mean', 'sum'] as const), oneOf(['gte', 'lte', 'gt', 'lt'] as const), oneOf([5, 12, 100]))
    .chain(([by, relation, value]) =>
      fc
        .tuple(oneOf(wordings.aggregates[by]), oneOf([a, `"${a}"`]), oneOf(wordings.relations[relation]))
        .map(([subject, field, wording]) => ({
          text: `${put(subject, { '': field })} ${put(wording, { '': value })}`,
          claims: [{ kind: 'aggregate', by, field: a, relation, value }],
        })),
    )
}

function related([a, b]: Names): fc.Arbitrary<Clause> {
  return oneOf(relations).chain((relation) =>
    pairOf(wordings.pairs[relation], a, b, { kind: 'related', field: a, relation, other: b }),
  )
}

const values = ['US', 'CA', 'open', 'closed', 'de-DE', 'A+'] as const

function listed([a]: Names): fc.Arbitrary<Clause> {
  return fc
    .tuple(
      fc.shuffledSubarray([...values], { minLength: 2, maxLength: 3 }),
      fc.boolean(),
      oneOf(wordings.memberships),
    )
    .chain(([chosen, isQuoted, wording]) => {
      const shown = chosen.map((value) => (isQuoted ? `"${value}"` : value))
      const or = `${shown.slice(0, -1).join(', ')} or ${shown.at(-1) ?? ''}`
      return predicate(a, put(wording, { '': shown.join(', '), or })).map((text) => ({
        text,
        claims: [{ kind: 'among', field: a, values: chosen }],
      }))
    })
}

function long([a]: Names): fc.Arbitrary<Clause> {
  return fc
    .tuple(oneOf(['least', 'most'] as const), oneOf([2, 5, 30]), oneOf(['characters', 'words'] as const))
    .chain(([side, length, measure]) =>
      oneOf(wordings.lengths[side])
        .chain((wording) => predicate(a, put(wording, { n: length, unit: measure })))
        .map((text) => ({
          text,
          claims: [
            {
              kind: 'long',
              field: a,
              measure,
              least: side === 'least' ? length : 1,
              most: side === 'most' ? length : Number.POSITIVE_INFINITY,
            },
          ],
        })),
    )
}

function givenWhen([a, b]: Names): fc.Arbitrary<Clause> {
  return fc.tuple(oneOf(wordings.conditionals), oneOf(['"US"', '"open"', 'US'])).map(([wording, value]) => ({
    text: put(wording, { a, b, v: value }),
    claims: [{ kind: 'given_when', where: a, value: value.replaceAll('"', ''), field: b }],
  }))
}

function containing([a]: Names): fc.Arbitrary<Clause> {
  return fc
    .tuple(oneOf(['with', 'without'] as const), oneOf(['free shipping', 'at least 5', 'unless']))
    .chain(([side, phrase]) =>
      fc
        .tuple(oneOf(wordings.containments[side]), oneOf([a, `"${a}"`, `field ${a}`]))
        .map(([wording, field]) => ({
          text: put(wording, { '': field, p: `"${phrase}"` }),
          claims: [{ kind: 'says', field: a, phrase, isNegated: side === 'without' }],
        })),
    )
}

const ofRows = [compared, ranged, present, distinct, related, listed, long, givenWhen, containing] as const

/** One clause or two, of different fields, with a filler around them. */
const plain: fc.Arbitrary<MadeSentence> = fc
  .tuple(
    fc.shuffledSubarray([...names], { minLength: 9, maxLength: 9 }),
    fc.boolean(),
    oneOf(wordings.fillers),
  )
  .chain(([fields, isDouble, [before, after]]) => {
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = fields
    const alone = fc.oneof(
      ...ofRows.map((make) => make([a, b, c])),
      counted(),
      shared([a, b, c]),
      aggregated([a, b, c]),
    )
    const other = oneOf(ofRows).chain((make) => make([d, e, f]))
    const first = oneOf([...ofRows, counted]).chain((make) => make([a, b, c]))
    const double = fc.tuple(first, other, oneOf([' and ', '. ', '; '])).map(
      ([left, right, joint]): Clause => ({
        text: `${left.text}${joint}${right.text}`,
        claims: [...left.claims, ...right.claims],
      }),
    )
    return (isDouble ? double : alone).map(({ text, claims }) => ({
      text: `${before}${text}${after}`,
      fields,
      claims,
      isUndone: false,
    }))
  })

/** A word before the first of two sentences says nothing of the second. */
const isOfFirst =
  /^(?:ideally|preferably|ignore|roughly|perhaps|maybe|sometimes|previously|not|e\.g\.|for|most|the|other|if|unless|never|it|do|vielleicht|no)\b/

const undone: fc.Arbitrary<MadeSentence> = fc
  .tuple(plain, oneOf(wordings.undoings))
  .filter(
    ([{ text }, wording]) =>
      (wording !== '"{}"' || !text.includes('"')) && !(isOfFirst.test(wording) && /[.;] /.test(text)),
  )
  .map(([sentence, wording]) => ({
    ...sentence,
    text: put(wording, { '': sentence.text.trim().replace(/[.!]$/, '') }),
    isUndone: true,
  }))

export const plainSentences = plain
export const madeSentences: fc.Arbitrary<MadeSentence> = fc.oneof(plain, undone)
