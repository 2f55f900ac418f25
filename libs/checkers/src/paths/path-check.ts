import type { JsonValue } from '@outturn/canonical'
import { z } from 'zod'
import { type CheckInput, unitRowTest } from '../check-input.ts'
import type { CompleteCheck } from '../define-checker.ts'
import { jsonPathOperators } from '../engines/node-test.ts'
import { shareParameters } from '../shares.ts'
import { aggregateNames } from './aggregates.ts'
import { measureNames } from './measures.ts'
import type { ValueRules } from '../value-rules.ts'
import { RowFilter } from './row-filter.ts'

/** Any JSON value; a check is read by the strict parser, so it holds nothing else. */
const AnyJson = z.unknown() as z.ZodType<JsonValue>
const Path = z.string().min(1).max(1_000)
const Length = z.int().min(0)

export const pathParameters = {
  path: Path,
  operator: z.enum(jsonPathOperators).exactOptional(),
  value: AnyJson.exactOptional(),
  value_path: Path.max(256).exactOptional(),
  quantifier: z.enum(['all', 'any']).exactOptional(),
  scope: z.enum(['document', 'row']).exactOptional(),
  as: z.enum(['time']).exactOptional(),
  measure: z.enum(measureNames).exactOptional(),
  min: Length.exactOptional(),
  max: Length.exactOptional(),
  aggregate: z.enum(aggregateNames).exactOptional(),
  partial: z.boolean().exactOptional(),
  when_missing: z.enum(['fail', 'pass']).exactOptional(),
  where: RowFilter.exactOptional(),
  ...shareParameters,
}
export const pathDefaults = { operator: 'exists', quantifier: 'all' } as const
export type PathCheck = CompleteCheck<'json_path', typeof pathParameters, typeof pathDefaults>

/** Whether the check counts the text of a document. */
export function readsText({ path, measure, scope }: PathCheck): boolean {
  return path === '$' && scope !== 'row' && (measure === 'characters' || measure === 'words')
}

/** What the check judges where it says so, or what its parameters leave of the choice; undefined where the evidence decides. */
export function declaredScope(check: PathCheck): 'document' | 'row' | undefined {
  if (check.scope !== undefined) return check.scope
  if (check.aggregate !== undefined || readsText(check)) return 'document'
  return check.where !== undefined || check.min_share_bp !== undefined ? 'row' : undefined
}

/** The table as a document. Rows beyond the units are part of no aggregate: they could stand in for those that are paid. */
export function rowsJudged(
  check: PathCheck,
  { rows, units }: CheckInput,
  rules: ValueRules,
): CheckInput['rows'] {
  const isUnit = check.aggregate === undefined ? null : unitRowTest(units, rules)
  return isUnit === null || rows === null ? rows : rows.filter((_, index) => isUnit(index))
}
