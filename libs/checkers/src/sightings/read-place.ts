import { canonicalJson, type JsonValue } from '@outturn/canonical'
import type { DeterministicCheck } from '../checkers.ts'
import { compileQuery } from '../engines/json-query.ts'
import { nodeTest } from '../engines/node-test.ts'
import { StepBudget } from '../engines/step-budget.ts'
import { comparisonOf, isComparison } from '../paths/comparison.ts'
import { pathDefaults } from '../paths/path-check.ts'
import { readTrimmed, type ValueRules } from '../value-rules.ts'
import { namesOfPath, stepsOfPath } from '../paths/path-steps.ts'
import { fieldReader } from '../values/row-field.ts'

/** Where a check reads: the field or path as it was agreed, and the first value there that it does not take. */
export interface ReadPlace {
  readonly name: string | null
  /** The names of the members that lead there; null where a path is not made of names alone. */
  readonly path: readonly string[] | null
  readonly read: (value: JsonValue) => JsonValue | undefined
}

/** Work that is done to show one value. */
const stepsToShow = 100_000

export function placeOf(check: DeterministicCheck, field: string | null, rules: ValueRules): ReadPlace {
  if (check.checker === 'json_path') {
    // The value that is compared with, or the one that tells which rows are meant.
    return field === null || field === check.path ? placeOfPath(check, rules) : placeOfOtherPath(field, rules)
  }
  if (field?.startsWith('$') && 'where' in check && check.where?.path === field)
    return placeOfOtherPath(field, rules)
  const name = field ?? ('field' in check ? (check.field ?? null) : null)
  if (name === null) return { name, path: null, read: () => undefined }
  const read = fieldReader(name)
  return { name, path: tokensOf(name), read: (row) => (isObject(row) ? read(row) : undefined) }
}

/** The members of a row that a check names; null where its path is not made of names alone. */
export function columnsRead(check: DeterministicCheck): readonly string[] | null {
  switch (check.checker) {
    case 'json_path':
      return columnsOfPaths([check.path, check.value_path, check.where?.path])
    case 'completeness':
      return withColumns(check.required_fields.map(columnOf), columnsOfPaths([check.where?.path]))
    case 'duplicate_rate':
      return check.key_fields.map(columnOf)
    default:
      return 'field' in check && check.field !== undefined ? [columnOf(check.field)] : []
  }
}

/** The members that paths begin with; null where one of them is not made of names alone. */
function columnsOfPaths(paths: readonly (string | undefined)[]): readonly string[] | null {
  const columns = paths.map((path) => (path === undefined ? [] : (namesOfPath(path)?.slice(0, 1) ?? null)))
  return columns.includes(null) ? null : [...new Set(columns.flatMap((names) => names ?? []))]
}

function withColumns(names: readonly string[], others: readonly string[] | null): readonly string[] | null {
  return others === null ? null : [...new Set([...names, ...others])]
}

function columnOf(name: string): string {
  return tokensOf(name)[0] ?? name
}

function isObject(value: JsonValue): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The names that a field leads through: itself, or the parts of a JSON Pointer. */
export function tokensOf(name: string): readonly string[] {
  if (!name.startsWith('/')) return [name]
  const tokens = name.slice(1).split('/')
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

type PathCheck = Extract<DeterministicCheck, { checker: 'json_path' }>

function placeOfPath(check: PathCheck, rules: ValueRules): ReadPlace {
  const path = namesOfPath(check.path)
  if (path !== null) return { name: check.path, path, read: (value) => memberAt(value, path) }
  const test = testOfOne(check, rules)
  const read = (value: JsonValue) => {
    const nodes = compileQuery(check.path, new StepBudget(stepsToShow), rules)?.select(value) ?? []
    const faulty = nodes.filter((node) => !test(node))
    return firstOf(check.path, faulty.length === 0 ? nodes : faulty)
  }
  return { name: check.path, path: null, read }
}

/** The first of some values. Where the path is not made of steps alone their order may be that of members, which says nothing. */
function firstOf(path: string, nodes: readonly JsonValue[]): JsonValue | undefined {
  return stepsOfPath(path) === null ? inOneOrder(nodes)[0] : nodes[0]
}

/** Values in an order that does not depend on that of members. */
export function inOneOrder(nodes: readonly JsonValue[]): readonly JsonValue[] {
  if (nodes.length < 2) return nodes
  const texts = nodes.map((node) => [canonicalJson(node), node] as const)
  return texts.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, node]) => node)
}

function placeOfOtherPath(name: string, rules: ValueRules): ReadPlace {
  const path = namesOfPath(name)
  if (path !== null) return { name, path, read: (value) => memberAt(value, path) }
  const read = (value: JsonValue) => {
    const [node] = compileQuery(name, new StepBudget(stepsToShow), rules)?.select(value) ?? []
    return node
  }
  return { name, path: null, read }
}

/** The value at the names of a path; undefined where nothing stands there. */
export function memberAt(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let member: JsonValue | undefined = value
  for (const name of path) {
    if (member === undefined || !isObject(member) || !Object.hasOwn(member, name)) return undefined
    member = member[name]
  }
  return member
}

/** Whether one node is as was agreed. */
function testOfOne(check: PathCheck, rules: ValueRules): (node: JsonValue) => boolean {
  if (check.operator === 'count_equals') return () => false
  const relation = { ...pathDefaults, ...check, quantifier: 'all' } as const
  return (node) => {
    try {
      if (check.aggregate !== undefined) return readTrimmed(node, rules.parseDecimal, rules) !== null
      const budget = new StepBudget(stepsToShow)
      return isComparison(relation)
        ? comparisonOf(relation, budget, rules)?.([node], undefined) === null
        : (nodeTest(relation, budget, rules)?.([node]) ?? false)
    } catch {
      return false
    }
  }
}
