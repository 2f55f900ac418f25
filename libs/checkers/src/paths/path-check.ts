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
  path: Path.meta({ description: 'JSONPath of the values to check (RFC 9535).', examples: ['$.total'] }),
  operator: z
    .enum(jsonPathOperators)
    .exactOptional()
    .describe('Comparison that each selected value must satisfy. Default: `exists`.'),
  value: AnyJson.exactOptional().meta({
    description: 'Value that the operator compares with.',
    examples: [10],
  }),
  value_path: Path.max(256)
    .exactOptional()
    .meta({
      description:
        'JSONPath of another value in the same row or document. The operator compares with it instead of `value`.',
      examples: ['$.start'],
    }),
  quantifier: z
    .enum(['all', 'any'])
    .exactOptional()
    .describe(
      '`all` if every selected value must satisfy the comparison, `any` if one is enough. Default: `all`.',
    ),
  scope: z
    .enum(['document', 'row'])
    .exactOptional()
    .describe(
      '`row` applies the path to each row, `document` to the whole table or JSON document. Default: `row` for tables.',
    ),
  as: z
    .enum(['time'])
    .exactOptional()
    .describe('`time` compares values as dates, or as times with an offset.'),
  measure: z
    .enum(measureNames)
    .exactOptional()
    .describe(
      'Unit in which the length of a value is compared: characters or words of a text, or items of a list.',
    ),
  min: Length.exactOptional().meta({ description: 'Minimum length, in units of `measure`.', examples: [50] }),
  max: Length.exactOptional().meta({
    description: 'Maximum length, in units of `measure`.',
    examples: [150],
  }),
  aggregate: z
    .enum(aggregateNames)
    .exactOptional()
    .describe(
      'Exact total of the selected values that is compared instead of each value. A value that is not a number fails `sum`, `mean`, `min` and `max`.',
    ),
  partial: z
    .boolean()
    .exactOptional()
    .describe(
      'True if `not_matches` searches for the pattern anywhere in the text, not only in the text as a whole. Default: `false`.',
    ),
  when_missing: z
    .enum(['fail', 'pass'])
    .exactOptional()
    .describe('Result for a value that is missing, null or blank. Default: `fail`.'),
  where: RowFilter.exactOptional().describe(
    'Filter that selects the rows to check. All other rows pass. Not combined with `min_share_bp`.',
  ),
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
