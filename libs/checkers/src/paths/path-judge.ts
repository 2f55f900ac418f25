import { ExactNumber, type JsonValue } from '@outturn/canonical'
import { compileQuery, type JsonQuery, maxSelectedNodes } from '../engines/json-query.ts'
import { nodeTest } from '../engines/node-test.ts'
import type { StepBudget } from '../engines/step-budget.ts'
import { isJsonArray } from '../values/json-value.ts'
import { isBlank, type ValueRules } from '../value-rules.ts'
import { isOfNumbers } from './aggregates.ts'
import { type Comparison, comparisonOf, isComparison } from './comparison.ts'
import type { PathCheck } from './path-check.ts'
import { mismatchOf, type PathFault, pathFault, withinLimit } from './path-fault.ts'
import { type PathStep, stepsOfPath } from './path-steps.ts'
import { rowFilterTest } from './row-filter.ts'

/** The most values that one aggregate is made of: more than a delivery of files has rows. */
const maxAggregated = 200_000

const overLimit = pathFault('path_limit_exceeded')

/** What is wrong with a row or a document; null for nothing. */
export type PathJudge = (value: JsonValue) => PathFault | null

/** Null where the check is not usable. */
export function pathJudge(check: PathCheck, budget: StepBudget, rules: ValueRules): PathJudge | null {
  const most = check.aggregate === undefined ? maxSelectedNodes : maxAggregated
  const query = compileQuery(check.path, budget, rules, most)
  const judge = isComparison(check)
    ? comparing(check, query, budget, rules)
    : relating(check, query, budget, rules)
  if (judge === null) return null
  return check.where === undefined ? judge : filtered(check, judge, budget, rules)
}

function relating(
  check: PathCheck,
  query: JsonQuery | null,
  budget: StepBudget,
  rules: ValueRules,
): PathJudge | null {
  const test = nodeTest(check, budget, rules)
  if (query === null || test === null) return null
  const passesMissing = check.when_missing === 'pass'
  return (value) => {
    const selected = query.select(value)
    if (selected === null) return overLimit
    if (check.operator === 'not_exists') return selected.length === 0 ? null : pathFault('value_mismatch')
    const nodes = passesMissing ? selected.filter((node) => !isBlank(node, rules)) : selected
    if (nodes.length === 0) return passesMissing ? null : pathFault('path_not_found')
    return withinLimit(() => (test(nodes) ? null : pathFault(mismatchOf(check, nodes, rules))), overLimit)
  }
}

function comparing(
  check: PathCheck,
  query: JsonQuery | null,
  budget: StepBudget,
  rules: ValueRules,
): PathJudge | null {
  const comparison = comparisonOf(check, budget, rules)
  const other = check.value_path === undefined ? null : compileQuery(check.value_path, budget, rules)
  if (query === null || comparison === null || (check.value_path !== undefined && other === null)) return null
  const isIncomplete = gapTest(check, budget)
  return (value) => {
    const selected = query.select(value)
    const others = other === null ? [] : other.select(value)
    if (selected === null || others === null) return overLimit
    return withinLimit(() => {
      if (isIncomplete(value)) return pathFault('path_not_found')
      return compared(check, selected, others[0], comparison, rules)
    }, overLimit)
  }
}

function compared(
  { when_missing: whenMissing, aggregate }: PathCheck,
  selected: readonly JsonValue[],
  other: JsonValue | undefined,
  comparison: Comparison,
  rules: ValueRules,
): PathFault | null {
  const passesMissing = whenMissing === 'pass'
  const nodes = passesMissing ? selected.filter((node) => !isBlank(node, rules)) : selected
  if (nodes.length > 0 || aggregate !== undefined) return comparison(nodes, other)
  return passesMissing ? null : pathFault('path_not_found')
}

function filtered(
  check: PathCheck,
  judge: PathJudge,
  budget: StepBudget,
  rules: ValueRules,
): PathJudge | null {
  const test = check.where === undefined ? null : rowFilterTest(check.where, budget, rules)
  if (test === null) return null
  return (row) => {
    const isMeant = test(row)
    return isMeant === true ? judge(row) : isMeant === false ? null : isMeant
  }
}

/**
 * Whether a path of names, indexes and wildcards leads nowhere on one of its ways. A sum that leaves out a row without the value would
 * not be that of the rows.
 */
function gapTest({ aggregate, path }: PathCheck, budget: StepBudget): (value: JsonValue) => boolean {
  const steps = aggregate !== undefined && isOfNumbers(aggregate) ? stepsOfPath(path) : null
  return steps === null ? () => false : (value) => hasGap(value, steps, 0, budget)
}

function hasGap(value: JsonValue, steps: readonly PathStep[], at: number, budget: StepBudget): boolean {
  const step = steps[at]
  if (step === undefined) return false
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return true
  const follow = (child: JsonValue | undefined) => child === undefined || hasGap(child, steps, at + 1, budget)
  if (isJsonArray(value)) {
    budget.spend(1 + value.length)
    return step.kind === 'all' ? value.some(follow) : step.kind === 'names' || follow(value[step.index])
  }
  budget.spend(1)
  if (step.kind === 'all') return Object.values(value).some(follow)
  return (
    step.kind === 'index' || step.names.some((name) => !Object.hasOwn(value, name) || follow(value[name]))
  )
}
