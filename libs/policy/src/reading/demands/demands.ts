import type { DeterministicCheck } from '@outturn/checkers'
import type { Measure } from '../../lexicon/measures.ts'
import type { Chart, Outcome } from '../chart.ts'
import type { Slot } from '../clause-reading.ts'
import {
  checksOf,
  type Demand,
  type FieldRef,
  type FieldTest,
  negated,
  withFilter,
  withShare,
} from './field-test.ts'
import { suitsType } from './suits-type.ts'
import { type FieldGroup, slotOf } from '../nouns.ts'
import type { Predicate } from '../predicates/predicate.ts'

/** What a clause demands: of each row, or of all that is delivered. */
export interface Clause {
  readonly checks: readonly DeterministicCheck[]
  /** The checks as they are demanded of each row; null for a clause about the delivery as a whole. */
  readonly demands: readonly Demand[] | null
  readonly addition: string | null
  /** The unit of length that it names. */
  readonly measure: Measure | null
  /** Whether it compares a field with a bare number and no verb, so that the unit of the clause before could be meant. */
  readonly isElided: boolean
  /** What of it a clause that is joined to it could share: its condition, or that it is about all values together. */
  readonly reach: 'condition' | 'total' | null
}

export function gate(check: DeterministicCheck, addition: string | null = null): Clause {
  return { checks: [check], demands: null, addition, measure: null, isElided: false, reach: null }
}

/** A clause about each row; null where no checker says one of its demands. */
export function rowClause(
  demands: readonly Demand[],
  more: Partial<Pick<Clause, 'measure' | 'isElided'>> = {},
): Clause | null {
  const joined = withJoinedPresence(demands)
  const checks = joined.map(checksOf)
  return checks.every((one) => one !== null) && checks.length > 0
    ? {
        checks: checks.flat(),
        demands: joined,
        addition: null,
        measure: null,
        isElided: false,
        reach: null,
        ...more,
      }
    : null
}

/** Fields that must be present, one after another, are one demand. */
function withJoinedPresence(demands: readonly Demand[]): readonly Demand[] {
  const result: Demand[] = []
  for (const demand of demands) {
    const fields = presentFields(demand)
    const last = result.at(-1)
    if (fields !== null && last?.on === 'fields' && last.atLeast === null) {
      const names = new Set(last.fields.map(({ name }) => name))
      result[result.length - 1] = {
        ...last,
        fields: [...last.fields, ...fields.filter(({ name }) => !names.has(name))],
      }
    } else if (fields === null) result.push(demand)
    else result.push({ on: 'fields', fields, atLeast: null })
  }
  return result
}

function presentFields(demand: Demand): readonly FieldRef[] | null {
  if (demand.on === 'fields' && demand.atLeast === null) return demand.fields
  const isPresence =
    demand.on === 'field' && demand.test.kind === 'present' && demand.test.whenMissing === undefined
  return isPresence ? [demand.field] : null
}

/** All combinations of the outcomes of several steps, with all of their open places. */
function combined<Value>(
  steps: readonly (readonly Outcome<Value>[])[],
): readonly Outcome<readonly Value[]>[] {
  let all: readonly Outcome<readonly Value[]>[] = [{ value: [] }]
  for (const outcomes of steps) {
    all = all.flatMap(({ value, slots = [] }) =>
      outcomes.map((one) => ({ value: [...value, one.value], slots: [...slots, ...(one.slots ?? [])] })),
    )
    if (all.length > 16) return []
  }
  return all
}

/** What predicates demand of each of several fields. */
export function demandsOf(
  { fields, joint }: FieldGroup,
  predicates: readonly Predicate[],
  chart: Chart,
): readonly Outcome<readonly Demand[]>[] {
  if (joint === 'or') return demandsOfAny(fields, predicates, chart)
  if (fields.length > 1 && predicates.some(({ isOfOne }) => isOfOne)) return []
  const steps = fields.flatMap((field) =>
    predicates.map((one) =>
      one
        .of(field, chart)
        .filter(({ value, slots = [] }) => slots.length > 0 || value.every((test) => suitsType(field, test)))
        .map((outcome) => testsOn(field, outcome)),
    ),
  )
  return combined(steps).flatMap(({ value, slots }) => {
    const demands = value.flat()
    const open = uniqueSlots([...(slots ?? []), ...listsToldApart(demands, chart)])
    const key = keyOf(demands, fields)
    const each = { value: demands, slots: open }
    if (key === null) return [each]
    const others = demands.filter((one) => one.on !== 'field' || one.test.kind !== 'unique')
    return [each, { value: [key, ...others], slots: open }]
  })
}

function testsOn(
  field: FieldRef,
  { value, slots }: Outcome<readonly FieldTest[]>,
): Outcome<readonly Demand[]> {
  return { value: value.map((test) => ({ on: 'field', field, test })), ...(slots !== undefined && { slots }) }
}

/** `email and phone are unique` may mean each of them, or both together. */
function keyOf(demands: readonly Demand[], fields: readonly FieldRef[]): Demand | null {
  if (fields.length < 2) return null
  const ignoring = demands.flatMap((one) =>
    one.on === 'field' && one.test.kind === 'unique' ? [one.test.ignoresCase] : [],
  )
  const [ignoresCase] = ignoring
  return ignoresCase === undefined || ignoring.length !== fields.length
    ? null
    : { on: 'key', fields, ignoresCase, maxRateBp: 0 }
}

function demandsOfAny(
  fields: readonly FieldRef[],
  predicates: readonly Predicate[],
  chart: Chart,
): readonly Outcome<readonly Demand[]>[] {
  const [only, another] = predicates
  const [first] = fields
  if (only === undefined || another !== undefined || first === undefined) return []
  return only
    .of(first, chart)
    .flatMap(({ value, slots }) =>
      value.length === 1 && value[0]?.kind === 'present' && value[0].whenMissing === undefined
        ? [{ value: [{ on: 'fields' as const, fields, atLeast: 1 }], ...(slots !== undefined && { slots }) }]
        : [],
    )
}

/** `tags are unique` of lists may be said of the list of each row, or of the items in each list. */
function listsToldApart(demands: readonly Demand[], chart: Chart): readonly Slot[] {
  const list = demands.find(
    (one) => one.on === 'field' && one.test.kind === 'unique' && one.field.known?.type === 'list',
  )
  if (list?.on !== 'field') return []
  const options = [`no duplicates by ${JSON.stringify(list.field.name)}`]
  return [slotOf('meaning', chart, 0, chart.tokens.length, { replacesClause: true, options })]
}

/** The same place asked about by several fields is asked about once. */
function uniqueSlots(slots: readonly Slot[]): readonly Slot[] {
  const seen = new Set<string>()
  return slots.filter(({ kind, from, to }) => {
    const key = `${kind} ${from} ${to}`
    return !seen.has(key) && seen.add(key) !== undefined
  })
}

/** What holds where none of these demands does; null where no check says that. */
export function refused(demands: readonly Demand[]): readonly Demand[] | null {
  const [only, another] = demands
  if (only === undefined || another !== undefined) return null
  if (only.on === 'field') {
    const tests = negated(only.test)
    return tests === null ? null : tests.map((test) => ({ ...only, test }))
  }
  return null
}

/** A share of rows, in basis points. */
export interface Share {
  readonly relation: 'gt' | 'gte' | 'lt' | 'lte'
  readonly basisPoints: number
}

/** A clause that only a share of the rows must meet; null where no check says that. */
export function sharedClause(demands: readonly Demand[], { relation, basisPoints }: Share): Clause | null {
  const isLeast = relation === 'gt' || relation === 'gte'
  const wanted = isLeast ? demands : refused(demands)
  const clause = wanted === null ? null : rowClause(wanted)
  const [check, another] = clause?.checks ?? []
  if (check === undefined || another !== undefined) return null
  const share = withShare(
    check,
    isLeast ? basisPoints : 10_000 - basisPoints,
    relation === 'gt' || relation === 'lt',
  )
  return share === null ? null : gate(share)
}

/** A clause about the rows of which something holds; null where no check says that. */
export function filteredClause(demands: readonly Demand[], condition: readonly Demand[]): Clause | null {
  const clause = rowClause(demands)
  const [only, another] = condition
  if (clause === null || only?.on !== 'field' || another !== undefined) return null
  if (demands.some((one) => isSaidAlready(one, only))) return null
  const checks = clause.checks.map((check) => withFilter(check, only.field, only.test))
  return checks.every((one) => one !== null) ? { ...clause, checks, demands: null, reach: 'condition' } : null
}

/** Whether a demand holds of every row of which the condition does: `if status equals open then status is open`. */
function isSaidAlready(demand: Demand, condition: Extract<Demand, { on: 'field' }>): boolean {
  const { name } = condition.field
  if (demand.on === 'fields') return demand.fields.some((field) => field.name === name)
  if (demand.on !== 'field' || demand.field.name !== name) return false
  return demand.test.kind === 'present' || JSON.stringify(demand.test) === JSON.stringify(condition.test)
}
