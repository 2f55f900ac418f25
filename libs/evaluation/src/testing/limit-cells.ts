import { canonicalJson, type JsonObject } from '@outturn/canonical'
import { type DeterministicCheck, StepBudget } from '@outturn/checkers'
import { nodeSha256 } from '@outturn/canonical/node'
import { evaluateRun } from '../evaluate-run.ts'
import { estimateRun, limitOver } from '../run-estimate.ts'
import { condition, dataset, run, units } from './run-fixture.ts'

/** One combination of the limits of the contract. */
export interface LimitCell {
  readonly kind: string
  readonly rows: number
  readonly conditions: number
  /** Reasons that one condition can have against one row. */
  readonly reasons: number
}

/** What became of a cell: refused for its cost, or judged once. */
export interface CellEnd {
  readonly end: 'refused' | 'judged'
  readonly outcomeBytes: number
  readonly estimatedBytes: number
  /** Conditions that the work estimated for the run did not cover. */
  readonly uncovered: number
  readonly ms: number
}

const checks: Record<string, (reasons: number) => DeterministicCheck> = {
  completeness: (reasons) => ({
    checker: 'completeness',
    required_fields: Array.from({ length: reasons }, (_, index) => `absent_${index}`),
  }),
  duplicate_rate: () => ({ checker: 'duplicate_rate', key_fields: ['same'] }),
  url_format: () => ({ checker: 'url_format', field: 'text' }),
  json_path: () => ({ checker: 'json_path', path: '$.absent' }),
  'completeness with where': (reasons) => ({
    checker: 'completeness',
    required_fields: Array.from({ length: reasons }, (_, index) => `absent_${index}`),
    where: { path: '$.same', operator: 'equals', value: 1 },
  }),
  'completeness with where that cannot tell': () => ({
    checker: 'completeness',
    required_fields: ['absent'],
    where: { path: `$.text${'[0:]'.repeat(50)}.same`, operator: 'not_exists' },
  }),
  'json_path with another path': () => ({
    checker: 'json_path',
    path: '$.text',
    scope: 'row',
    operator: 'lt',
    value_path: `$['${'long name '.repeat(25)}']`,
  }),
  'json_path with a measure': () => ({
    checker: 'json_path',
    path: '$.text',
    scope: 'row',
    measure: 'words',
    max: 3,
  }),
  'json_path with a sum': () => ({
    checker: 'json_path',
    path: '$[*].same',
    scope: 'document',
    aggregate: 'sum',
    operator: 'lt',
    value: 0,
  }),
  'json_path with a share': () => ({
    checker: 'json_path',
    path: '$.text',
    scope: 'row',
    operator: 'format',
    value: 'bcp47',
    min_share_bp: 5_000,
  }),
  'json_path with a filter': () => ({ checker: 'json_path', path: '$..*[?@..*]', operator: 'not_exists' }),
  http_status: () => ({ checker: 'http_status', field: 'text' }),
  text_contains: (reasons) => ({
    checker: 'text_contains',
    field: 'text',
    any_of: Array.from({ length: reasons * 10 }, (_, index) => `phrase ${index}`),
  }),
  hash_matches: () => ({ checker: 'hash_matches', field: 'text', expected: '0'.repeat(64) }),
  deadline_met: () => ({
    checker: 'deadline_met',
    deadline: '2026-01-01T00:00:00Z',
    basis: 'field',
    field: 'text',
  }),
  row_count: () => ({ checker: 'row_count', expected: 0 }),
}

export function limitCells(
  sizes: Record<'rows' | 'conditions' | 'reasons', readonly number[]>,
): readonly LimitCell[] {
  return Object.keys(checks).flatMap((kind) =>
    sizes.rows.flatMap((rows) =>
      sizes.conditions.flatMap((conditions) =>
        sizes.reasons.map((reasons) => ({ kind, rows, conditions, reasons })),
      ),
    ),
  )
}

/** Estimates a cell as it is at submission, and judges it where it is admitted, with the work that was estimated. */
export function endOfCell({ kind, rows, conditions, reasons }: LimitCell): CellEnd {
  const check = checks[kind]?.(reasons)
  if (check === undefined) throw new Error(`there is no check for ${kind}`)
  const delivered = Array.from({ length: rows }, (): JsonObject => ({ same: 1, text: 'nothing of the kind' }))
  const evidence = dataset(...delivered)
  const planned = Array.from({ length: conditions }, (_, ordinal) => condition(check, ordinal))
  const input = run(planned, [evidence], units(rows))
  const bytes = canonicalJson(delivered).length
  const estimate = estimateRun(input.plan, [{ ...evidence, rows, bytes }])
  const began = performance.now()
  if (limitOver(estimate) !== null) {
    return { end: 'refused', outcomeBytes: 0, estimatedBytes: estimate.outcomeBytes, uncovered: 0, ms: 0 }
  }
  const outcome = evaluateRun(input, nodeSha256, new StepBudget(Math.ceil(estimate.worstSteps)))
  return {
    end: 'judged',
    outcomeBytes: JSON.stringify(outcome).length,
    estimatedBytes: estimate.outcomeBytes,
    uncovered: outcome.causes?.filter((cause) => cause === 'work_limit_exceeded').length ?? 0,
    ms: Math.round(performance.now() - began),
  }
}
