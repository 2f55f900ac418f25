import type { JsonValue } from '@outturn/canonical'
import { z } from 'zod'
import type { ParameterProblem } from '../define-checker.ts'
import { compileQuery } from '../engines/json-query.ts'
import { stepsOfCompiling } from '../engines/linear-pattern.ts'
import { nodeTest } from '../engines/node-test.ts'
import { StepBudget } from '../engines/step-budget.ts'
import { problem } from '../parameters.ts'
import { isBlank, type ValueRules } from '../value-rules.ts'
import { mismatchOf, type PathFault, pathFault, valueRules, withinLimit } from './path-fault.ts'
import { isSingularPath } from './path-steps.ts'

const filterOperators = [
  'exists',
  'not_exists',
  'equals',
  'not_equals',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'contains',
  'matches',
  'not_matches',
] as const

/** Which rows a check is about: those whose values at a path stand in a relation. The other rows pass. */
export const RowFilter = z
  .strictObject({
    path: z
      .string()
      .min(1)
      .max(256)
      .meta({ description: 'JSONPath of the value within the row (RFC 9535).', examples: ['$.country'] }),
    operator: z.enum(filterOperators).describe('Comparison that selects the row.'),
    value: (z.unknown() as z.ZodType<JsonValue>)
      .exactOptional()
      .meta({ description: 'Value that the operator compares with.', examples: ['US'] }),
  })
  .meta({ id: 'RowFilter' })
export type RowFilter = z.infer<typeof RowFilter>

/** Whether a row is among those that the check is about, or what keeps that from being told. */
type RowFilterTest = (row: JsonValue) => boolean | PathFault

/** Null where the filter is not usable. A row in which text stands where a number was agreed is not left out by that. */
export function rowFilterTest(
  filter: RowFilter,
  budget: StepBudget,
  rules: ValueRules,
): RowFilterTest | null {
  const query = compileQuery(filter.path, budget, rules)
  const relation = { ...filter, quantifier: 'all' } as const
  const test = nodeTest(relation, budget, rules)
  if (query === null || test === null) return null
  const overLimit = pathFault('path_limit_exceeded', filter.path)
  return (row) => {
    const nodes = query.select(row)
    if (nodes === null) return overLimit
    if (filter.operator === 'not_exists') return nodes.length === 0
    if (nodes.length === 0) return false
    return withinLimit(() => {
      if (test(nodes)) return true
      if (nodes.every((node) => isBlank(node, rules))) return false
      const mismatch = mismatchOf(relation, nodes, rules)
      return mismatch === 'value_mismatch' ? false : pathFault(mismatch, filter.path)
    }, overLimit)
  }
}

export function findRowFilterProblem(
  filter: RowFilter | undefined,
  rules: ValueRules,
): ParameterProblem | null {
  if (filter === undefined) return null
  const budget = new StepBudget(0)
  if (compileQuery(filter.path, budget, rules) === null)
    return problem('where.path', 'must be a JSONPath of RFC 9535, which begins with $, such as $.country')
  return nodeTest({ ...filter, quantifier: 'all' }, budget, rules) === null
    ? problem('where.value', valueRules[filter.operator])
    : null
}

/** The work that one filter may do over all rows. */
export const stepsPerFilter = 10_000_000

/** A share could be one of all rows, or of those that a filter names: no one can tell which, so that there is none of both. */
export function findFilteredShareProblem({
  where,
  min_share_bp: share,
}: {
  readonly where?: RowFilter
  readonly min_share_bp?: number
}): ParameterProblem | null {
  return where === undefined || share === undefined
    ? null
    : problem('min_share_bp', 'must be left out with where: send the one or the other')
}

/** What telling the rows of a filter apart costs at most, in steps. */
export function workOfFilter(filter: RowFilter | undefined, rows: number): number {
  if (filter === undefined) return 0
  const { path, operator, value } = filter
  const isSmall = value === undefined || JSON.stringify(value).length <= 200
  const isPattern = operator === 'matches' || operator === 'not_matches' || operator === 'contains'
  if (!isSmall || isPattern || !isSingularPath(path)) return stepsPerFilter
  return Math.min(stepsPerFilter, 20 * (10 + path.length) * rows)
}

/** What compiling a filter costs at most, in steps. */
export function stepsOfFilter(filter: RowFilter | undefined): number {
  if (filter === undefined) return 0
  const { path, operator, value } = filter
  const isPattern = operator === 'matches' || operator === 'not_matches'
  return path.length + (isPattern && typeof value === 'string' ? stepsOfCompiling(value) : 0)
}
