import type { DeterministicCheck } from '@outturn/checkers'
import { operatorOf, opposite, type Relation } from '../../lexicon/comparisons.ts'
import type { Aggregate } from '../../lexicon/aggregates.ts'
import type { Measure } from '../../lexicon/measures.ts'
import type { KnownField } from '../../outcome.ts'
import type { Scalar } from '../../tokens/token.ts'
import { pathOfField } from './path-of-field.ts'

/** A field that a text names. `known` is null for a name that only the text marks as one. */
export interface FieldRef {
  readonly name: string
  readonly known: KnownField | null
  /** Whether both a word and quotes mark the name, as in `field "tags"`: the form in which a check is described. */
  readonly isSpelledOut?: boolean
}

/** What is said of the values of one field, row by row. */
export type FieldTest = { readonly whenMissing?: 'pass' } & (
  | { readonly kind: 'present' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unique'; readonly ignoresCase: boolean }
  | {
      readonly kind: 'compare'
      readonly relation: Relation
      readonly value: Scalar
      readonly as?: 'time'
      readonly measure?: Measure
    }
  | {
      readonly kind: 'compare_field'
      readonly relation: Relation
      readonly other: FieldRef
      readonly as?: 'time'
      readonly measure?: Measure
    }
  | { readonly kind: 'length'; readonly measure: Measure; readonly min: number; readonly max: number }
  | { readonly kind: 'sum'; readonly of: readonly FieldRef[] }
  | { readonly kind: 'in'; readonly values: readonly Scalar[] }
  | { readonly kind: 'not_in'; readonly values: readonly Scalar[] }
  | { readonly kind: 'format'; readonly format: string }
  | { readonly kind: 'matches'; readonly pattern: string }
  | { readonly kind: 'not_matches'; readonly pattern: string; readonly partial: boolean }
  | { readonly kind: 'type'; readonly type: string }
  | { readonly kind: 'url'; readonly schemes: readonly string[] | null }
  | {
      readonly kind: 'status'
      readonly expected: number | readonly number[] | string
      readonly method?: 'GET' | 'HEAD'
    }
  | { readonly kind: 'phrases'; readonly which: 'all' | 'any' | 'none'; readonly phrases: readonly string[] }
  | { readonly kind: 'member'; readonly value: Scalar }
  | { readonly kind: 'deadline'; readonly instant: string }
)

/** One thing that a text demands of each row. */
export type Demand =
  | { readonly on: 'fields'; readonly fields: readonly FieldRef[]; readonly atLeast: number | null }
  | {
      readonly on: 'key'
      readonly fields: readonly FieldRef[]
      readonly ignoresCase: boolean
      readonly maxRateBp: number
    }
  | { readonly on: 'field'; readonly field: FieldRef; readonly test: FieldTest }
  | { readonly on: 'path'; readonly check: DeterministicCheck }

/** The test that holds where this one does not; null where no test says that. */
export function negated(test: FieldTest): readonly FieldTest[] | null {
  const { whenMissing: _, ...bare } = test
  if (test.whenMissing !== undefined) return null
  switch (bare.kind) {
    case 'present':
      return [{ kind: 'absent' }]
    case 'absent':
      return [{ kind: 'present' }]
    case 'compare':
    case 'compare_field':
      return [{ ...bare, relation: opposite[bare.relation] }]
    case 'in':
      return [{ kind: 'not_in', values: bare.values }]
    case 'not_in':
      return bare.values.length === 1 ? [{ kind: 'in', values: bare.values }] : null
    case 'matches':
      return [{ kind: 'not_matches', pattern: bare.pattern, partial: false }]
    case 'phrases':
      if (bare.which === 'none') return bare.phrases.length === 1 ? [{ ...bare, which: 'any' }] : null
      return bare.which === 'any' || bare.phrases.length === 1 ? [{ ...bare, which: 'none' }] : null
    case 'unique':
    case 'length':
    case 'sum':
    case 'format':
    case 'not_matches':
    case 'type':
    case 'url':
    case 'status':
    case 'member':
    case 'deadline':
      return null
    default:
      return bare satisfies never
  }
}

type PathCheck = Omit<Extract<DeterministicCheck, { checker: 'json_path' }>, 'checker' | 'path'> & {
  readonly [parameter: string]: unknown
}

/** A check of the values of one field, row by row. Parameters that are undefined are left out. */
function onField(
  { name }: FieldRef,
  whenMissing: 'pass' | undefined,
  parameters: PathCheck,
): DeterministicCheck {
  return {
    checker: 'json_path',
    path: pathOfField(name),
    scope: 'row',
    ...parameters,
    ...(whenMissing !== undefined && { when_missing: whenMissing }),
  }
}

/** The checks of a demand; null where no checker says it. */
export function checksOf(demand: Demand): readonly DeterministicCheck[] | null {
  switch (demand.on) {
    case 'path':
      return [demand.check]
    case 'fields':
      return [
        {
          checker: 'completeness',
          required_fields: demand.fields.map(({ name }) => name),
          ...(demand.atLeast !== null && { at_least: demand.atLeast }),
        },
      ]
    case 'key':
      return [
        {
          checker: 'duplicate_rate',
          key_fields: demand.fields.map(({ name }) => name),
          ...(demand.maxRateBp > 0 && { max_rate_bp: demand.maxRateBp }),
          ...(demand.ignoresCase && { case_sensitive: false }),
        },
      ]
    case 'field':
      return checksOfTest(demand.field, demand.test)
    default:
      return demand satisfies never
  }
}

function checksOfTest(field: FieldRef, test: FieldTest): readonly DeterministicCheck[] | null {
  const on = (parameters: PathCheck): DeterministicCheck => onField(field, test.whenMissing, parameters)
  const gated = test.whenMissing === undefined
  switch (test.kind) {
    case 'present':
      return gated ? [{ checker: 'completeness', required_fields: [field.name] }] : null
    case 'absent':
      return null
    case 'unique':
      return checksOf({ on: 'key', fields: [field], ignoresCase: test.ignoresCase, maxRateBp: 0 })
    case 'compare':
      return [
        on({
          ...(test.measure !== undefined && { measure: test.measure }),
          operator: operatorOf[test.relation],
          value: test.value,
          ...(test.as !== undefined && { as: test.as }),
        }),
      ]
    case 'compare_field':
      return [
        on({
          ...(test.measure !== undefined && { measure: test.measure }),
          operator: operatorOf[test.relation],
          value_path: pathOfField(test.other.name),
          ...(test.as !== undefined && { as: test.as }),
        }),
      ]
    case 'length':
      return [on({ measure: test.measure, min: test.min, max: test.max })]
    case 'sum':
      return [sumOf(field, test.of)]
    case 'in':
      return test.values.length === 1
        ? [on({ operator: 'equals', value: test.values[0] ?? null })]
        : [on({ operator: 'in', value: [...test.values] })]
    case 'not_in':
      return test.values.map((value) => on({ operator: 'not_equals', value }))
    case 'format':
      return [on({ operator: 'format', value: test.format } as unknown as PathCheck)]
    case 'matches':
      return [on({ operator: 'matches', value: test.pattern })]
    case 'not_matches':
      return [
        on({
          operator: 'not_matches',
          value: test.pattern,
          ...(test.partial && { partial: true }),
        } as unknown as PathCheck),
      ]
    case 'type':
      return [on({ operator: 'type', value: test.type })]
    case 'member':
      return [on({ operator: 'contains', value: test.value })]
    case 'url':
      return [
        {
          checker: 'url_format',
          field: field.name,
          ...(test.schemes !== null && { schemes: [...test.schemes] }),
          ...(!gated && { allow_empty: true }),
        },
      ]
    case 'status':
      return gated ? [statusCheck({ field: field.name }, test)] : null
    case 'phrases':
      return gated ? [phrasesCheck(test, field.name)] : null
    case 'deadline':
      return gated
        ? [{ checker: 'deadline_met', deadline: test.instant, basis: 'field', field: field.name }]
        : null
    default:
      return test satisfies never
  }
}

function sumOf({ name }: FieldRef, of: readonly FieldRef[]): DeterministicCheck {
  return { ...rowSum(of), operator: 'equals', value_path: pathOfField(name) }
}

/** A check of the sum of several fields of a row. */
export function rowSumCheck(of: readonly FieldRef[], relation: Relation, value: Scalar): DeterministicCheck {
  return { ...rowSum(of), operator: operatorOf[relation], value }
}

function rowSum(of: readonly FieldRef[]) {
  const names = of.map(({ name }) => pathOfField(name).slice(2, -1)).join(',')
  return { checker: 'json_path', path: `$[${names}]`, scope: 'row', aggregate: 'sum' } as const
}

export function statusCheck(
  place: { readonly field: string } | { readonly url: string },
  { expected, method }: Pick<Extract<FieldTest, { kind: 'status' }>, 'expected' | 'method'>,
): DeterministicCheck {
  return {
    checker: 'http_status',
    ...place,
    expected: (typeof expected === 'object' ? [...expected] : expected) as number,
    ...(method !== undefined && { method }),
  }
}

/** A check of the phrases of a text, or of a field of each row. */
export function phrasesCheck(
  { which, phrases }: Pick<Extract<FieldTest, { kind: 'phrases' }>, 'which' | 'phrases'>,
  field?: string,
): DeterministicCheck {
  const [only] = phrases
  const said =
    which === 'none'
      ? { none_of: [...phrases] }
      : phrases.length === 1 && only !== undefined
        ? { text: only }
        : which === 'all'
          ? { all_of: [...phrases] }
          : { any_of: [...phrases] }
  return { checker: 'text_contains', ...said, ...(field !== undefined && { field }) }
}

/** A check of all values of a field together. */
export function aggregateCheck(
  { name }: FieldRef,
  aggregate: Aggregate,
  relation: Relation,
  value: Scalar,
): DeterministicCheck {
  return {
    checker: 'json_path',
    path: `$[*]${pathOfField(name).slice(1)}`,
    scope: 'document',
    aggregate,
    operator: operatorOf[relation],
    value,
  }
}

/** A check of how many rows meet another check; null for a check that counts no rows. */
export function withShare(
  check: DeterministicCheck,
  basisPoints: number,
  isExclusive: boolean,
): DeterministicCheck | null {
  if (!['completeness', 'url_format', 'json_path', 'text_contains'].includes(check.checker)) return null
  if ('aggregate' in check || 'where' in check) return null
  return {
    ...check,
    min_share_bp: basisPoints,
    ...(isExclusive && { share_exclusive: true }),
  } as DeterministicCheck
}

/** A check of the rows of which another thing holds; null where that cannot be said. */
export function withFilter(
  check: DeterministicCheck,
  { name }: FieldRef,
  test: FieldTest,
): DeterministicCheck | null {
  if (check.checker !== 'completeness' && check.checker !== 'json_path') return null
  if ('aggregate' in check || 'where' in check || 'min_share_bp' in check || test.whenMissing !== undefined)
    return null
  const path = pathOfField(name)
  const where =
    test.kind === 'compare' && test.as === undefined && test.measure === undefined
      ? { path, operator: operatorOf[test.relation], value: test.value }
      : test.kind === 'in'
        ? test.values.length === 1
          ? { path, operator: 'equals', value: test.values[0] }
          : { path, operator: 'in', value: [...test.values] }
        : test.kind === 'not_in' && test.values.length === 1
          ? { path, operator: 'not_equals', value: test.values[0] }
          : test.kind === 'matches'
            ? { path, operator: 'matches', value: test.pattern }
            : null
  return where === null ? null : ({ ...check, where } as DeterministicCheck)
}
