import { z } from 'zod'
import { type CheckInput, wrongEvidenceType } from '../check-input.ts'
import { type CheckResult, type GateResult, gateFailed, gatePassed } from '../check-result.ts'
import { type CompleteCheck, defineChecker, type ParameterProblem } from '../define-checker.ts'
import { problem } from '../parameters.ts'
import { rowCountOf } from '../sentence.ts'

const RowCount = z.int().min(0)
const parameters = {
  expected: RowCount.exactOptional().meta({
    description: 'Exact number of rows. Not combined with `min` and `max`.',
    examples: [100],
  }),
  min: RowCount.exactOptional().meta({ description: 'Minimum number of rows.', examples: [10] }),
  max: RowCount.exactOptional().meta({ description: 'Maximum number of rows.', examples: [500] }),
}
type Check = CompleteCheck<'row_count', typeof parameters, object>

/**
 * The dataset has exactly the expected number of rows, or a number within bounds. On a unitized Spool a shortfall of the expected
 * number costs only the units without a row, which the unit layout fails; surplus rows, and bounds, are about the whole delivery.
 */
export const rowCount = defineChecker(
  'row_count',
  parameters,
  {},
  {
    findProblem,
    appliesPerUnit: () => false,
    judgedPart: () => 'rows',
    countsMissingRows: true,
    work: () => 1,
    describe,
    judge: ({ expected, min, max }, input) =>
      expected === undefined ? judgeBounds(min, max, input) : judge(expected, input),
  },
)

function findProblem({ expected, min, max }: Check): ParameterProblem | null {
  if (expected === undefined && min === undefined && max === undefined)
    return problem('expected', 'or min or max is required: send the number of rows, or a bound')
  const bound = min === undefined ? 'max' : 'min'
  if (expected !== undefined && (min !== undefined || max !== undefined))
    return problem(bound, 'must be left out with expected, which is the exact number of rows')
  if (min !== undefined && max !== undefined && min > max)
    return problem('max', `must be at least min, which is ${min}`)
  return min === 0 && max === undefined
    ? problem('min', 'must be at least 1, because no delivery has fewer rows than 0')
    : null
}

function describe({ expected, min, max }: Check): string {
  if (expected !== undefined) return `exactly ${rowCountOf(expected)}`
  if (min === undefined) return `at most ${rowCountOf(max ?? 0)}`
  return max === undefined ? `at least ${rowCountOf(min)}` : `between ${min} and ${rowCountOf(max)}`
}

/** Bounds count every row that was delivered, whichever unit it is of. */
function judgeBounds(min: number | undefined, max: number | undefined, { rows }: CheckInput): CheckResult {
  if (rows === null) return wrongEvidenceType('a dataset')
  const agreed = [
    ...(min === undefined ? [] : [`at least ${rowCountOf(min)}`]),
    ...(max === undefined ? [] : [`at most ${rowCountOf(max)}`]),
  ]
  const sentence = `expected ${agreed.join(' and ')}, got ${rows.length}`
  return gateWithin(rows.length, min ?? 0, max ?? Number.POSITIVE_INFINITY, sentence)
}

function gateWithin(actual: number, min: number, max: number, sentence: string): GateResult {
  if (actual < min) return gateFailed('missing_row', sentence)
  return actual > max ? gateFailed('surplus_rows', sentence) : gatePassed(sentence)
}

function judge(expected: number, { rows, units }: CheckInput): CheckResult {
  if (rows === null) return wrongEvidenceType('a dataset')
  const actual = rows.length
  const sentence = `expected ${rowCountOf(expected)}, got ${actual}`
  if (actual > expected) return gateFailed('surplus_rows', sentence)
  if (units !== null && units.surplusRows > 0) {
    return gateFailed('surplus_rows', `${rowCountOf(units.surplusRows)} beyond the agreed units`)
  }
  if (actual === expected) return gatePassed(sentence)
  if (units === null || actual >= units.total) return gateFailed('missing_row', sentence)
  return { kind: 'rows', verdicts: new Uint8Array(actual), findings: new Map(), reason: sentence }
}
