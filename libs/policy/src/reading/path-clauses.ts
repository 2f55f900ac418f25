import type { DeterministicCheck } from '@outturn/checkers'
import { type Relation, operatorOf } from '../lexicon/comparisons.ts'
import type { Scalar } from '../tokens/token.ts'
import { exactNumber } from '../tokens/number.ts'
import { measures } from '../lexicon/measures.ts'
import { amounts, boundsOf } from './gates/row-counts.ts'
import { count } from './predicates/quantities.ts'
import { alt, map, memo, opt, part, type Rule, said, seq, token, words } from './chart.ts'
import { type Clause, gate } from './demands/demands.ts'

const path = part(
  'field',
  token(({ kind, value }) => (kind === 'path' ? value : null)),
)
const scope = words<'row' | 'document' | null>([
  ['in every row|in each row|of every row|for every row', 'row'],
  ['in the document', 'document'],
  ['', null],
])
const json: Rule<Scalar | readonly Scalar[]> = part(
  'value',
  token(({ kind, value, folded, items }) => {
    if (kind === 'list') return items ?? null
    if (kind === 'quoted') return value
    if (kind === 'number') return exactNumber(value)
    return kind === 'word' && (folded === 'true' || folded === 'false') ? folded === 'true' : null
  }),
)
const nothing: Rule<null> = (chart, at) =>
  chart.tokens[at]?.folded === 'null' ? [{ value: null, end: at + 1, parts: [], slots: [] }] : []
const wordings: readonly (readonly [string, Relation])[] = [
  ['does not equal|is not|must not be|must not equal|is not equal to', 'ne'],
  ['is greater than|is more than|must be greater than|must be more than|is above', 'gt'],
  ['is at least|must be at least', 'gte'],
  ['is less than|must be less than|is below', 'lt'],
  ['is at most|must be at most', 'lte'],
  ['equals|is|must be|must equal|is equal to', 'eq'],
]
const signs: readonly (readonly [string, Relation])[] = [
  ['>=', 'gte'],
  ['<=', 'lte'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['=', 'eq'],
  ['!=', 'ne'],
]
const signOf = new Map(signs)
const relation: Rule<Relation> = alt(
  words(wordings),
  token(({ kind, value }) => (kind === 'sign' ? (signOf.get(value) ?? null) : null)),
)
const typeName = words(
  ['boolean', 'integer', 'number', 'string', 'array', 'object'].map((name) => [name, name] as const),
)

function check(
  at: string,
  scope_: 'row' | 'document' | null,
  operator: string,
  value?: unknown,
  more: Readonly<Record<string, unknown>> = {},
): Clause {
  return gate({
    checker: 'json_path',
    path: at,
    operator,
    ...(value !== undefined && { value }),
    ...(scope_ !== null && { scope: scope_ }),
    ...more,
  } as DeterministicCheck)
}

/** What is said of the nodes that a JSONPath selects. Values are JSON, so that a text and a number are told apart. */
export const pathClauses: Rule<Clause> = memo(
  alt(
    map(seq(path, said('exists|must exist|is present|must be present'), scope), ([at, , where]) =>
      check(at, where, 'exists'),
    ),
    map(seq(path, said('does not exist|must not exist|is absent'), scope), ([at, , where]) =>
      check(at, where, 'not_exists'),
    ),
    map(seq(path, said('is|must be'), said('a|an'), typeName, scope), ([at, , , type, where]) =>
      check(at, where, 'type', type),
    ),
    map(seq(path, said('selects exactly'), count, said('values|value'), scope), ([at, , value, , where]) =>
      check(at, where, 'count_equals', value),
    ),
    map(
      seq(path, said('has|must have|contains|must contain|have'), amounts, words(measures), scope),
      ([at, , limits, measure, where]) => {
        const bounds = boundsOf(limits)
        if (bounds === null) return null
        const [min, max] = [bounds.min ?? undefined, bounds.max ?? undefined]
        return gate({
          checker: 'json_path',
          path: at,
          measure,
          ...(min !== undefined && { min }),
          ...(max !== undefined && { max }),
          ...(where !== null && { scope: where }),
        })
      },
    ),
    map(seq(said('any of'), path, relation, json, scope), ([, at, one, value, where]) =>
      check(at, where, operatorOf[one], value, { quantifier: 'any' }),
    ),
    map(seq(path, said('is'), nothing, scope), ([at, , , where]) => check(at, where, 'type', 'null')),
    map(
      seq(
        path,
        words([
          ['equals', 'equals'],
          ['does not equal|is not', 'not_equals'],
        ] as const),
        nothing,
        scope,
      ),
      ([at, operator, , where]) => check(at, where, operator, null),
    ),
    map(seq(path, relation, json, scope), ([at, one, value, where]) =>
      check(at, where, operatorOf[one], value),
    ),
    map(seq(path, said('is one of|in|must be one of|is in'), json, scope), ([at, , value, where]) =>
      Array.isArray(value) ? check(at, where, 'in', value) : null,
    ),
    map(
      seq(
        path,
        words([
          ['contains|must contain', 'contains'],
          ['matches|must match', 'matches'],
        ] as const),
        json,
        opt(scope, null),
      ),
      ([at, operator, value, where]) => check(at, where, operator, value),
    ),
  ),
)
