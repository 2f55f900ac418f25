import { canonicalJson, type JsonObject, type JsonValue } from '@outturn/canonical'
import { z } from 'zod'
import { type CheckInput, judgeRows, unitRowTest } from '../check-input.ts'
import { type CheckResult, failedRow, type RowFinding, rowFailed } from '../check-result.ts'
import { type CompleteCheck, defineChecker } from '../define-checker.ts'
import { quotedList } from '../descriptions/quoted.ts'
import { FieldName, findFieldListProblem } from '../parameters.ts'
import { fieldReader } from '../values/row-field.ts'
import { comparedValue, isBlank, type ValueRules } from '../value-rules.ts'
import { listing, rowsThat, rowsThatHave } from '../sentence.ts'

const parameters = {
  key_fields: z
    .array(FieldName)
    .min(1)
    .max(10)
    .describe('Fields whose combined values must be unique, as member names or JSON Pointers.'),
  max_rate_bp: z
    .int()
    .min(0)
    .max(10_000)
    .exactOptional()
    .meta({
      description: 'Maximum share of duplicate rows, in hundredths of a percent. `500` is 5%. Default: `0`.',
      examples: [0],
    }),
  case_sensitive: z
    .boolean()
    .exactOptional()
    .describe('True if upper and lower case are different. Default: `true`.'),
  trim: z
    .boolean()
    .exactOptional()
    .describe('True if white space at both ends of a value is ignored. Default: `true`.'),
  empty_keys: z
    .enum(['reject', 'ignore'])
    .exactOptional()
    .describe(
      'Treatment of rows without a value in any key field: `reject` rejects them, `ignore` does not count them. Default: `reject`.',
    ),
}
const defaults = { max_rate_bp: 0, case_sensitive: true, trim: true, empty_keys: 'reject' } as const
type Check = CompleteCheck<'duplicate_rate', typeof parameters, typeof defaults>

/**
 * The share of rows whose key was seen before stays within the agreed basis points; if not, the later rows fail. A row without any key
 * repeats none: it fails by itself, or counts for nothing where that is agreed.
 */
export const duplicateRate = defineChecker('duplicate_rate', parameters, defaults, {
  findProblem: ({ key_fields }) => findFieldListProblem('key_fields', key_fields),
  appliesPerUnit: () => true,
  judgedPart: () => 'rows',
  work: ({ key_fields }, { rows, characters }) => 20 * rows * (1 + key_fields.length) + characters / 4,
  describe,
  judge,
})

function describe(check: Check): string {
  const share = check.max_rate_bp === 0 ? 'no' : `at most ${check.max_rate_bp / 100}%`
  const tails = [
    ...(check.case_sensitive ? [] : ['ignoring case']),
    ...(check.trim ? [] : ['counting spaces at the ends']),
    ...(check.empty_keys === 'reject' ? [] : ['leaving out rows without any']),
  ]
  return [`${share} duplicates by ${quotedList(check.key_fields, 'and')}`, ...tails].join(', ')
}

function judge(check: Check, input: CheckInput, rules: ValueRules): CheckResult {
  const rows = input.rows ?? []
  const firstIndexOf = new Map<string, number>()
  const repeats = new Map<number, number>()
  const withoutKey = new Set<number>()
  const keyOf = rowKey(check, rules)
  const isCounted = unitRowTest(input.units, rules)
  let counted = 0
  rows.forEach((row, index) => {
    if (isCounted !== null && !isCounted(index)) return
    counted += 1
    const key = keyOf(row)
    if (key === null) {
      withoutKey.add(index)
      return
    }
    const first = firstIndexOf.get(key)
    if (first === undefined) firstIndexOf.set(key, index)
    else repeats.set(index, first)
  })

  const [onlyKey = '', ...otherKeys] = check.key_fields
  const field = otherKeys.length === 0 ? { field: onlyKey } : {}
  const isTolerated = rules.isWithinRate(repeats.size, counted - withoutKey.size, check.max_rate_bp)
  const rejected = check.empty_keys === 'reject' ? withoutKey : new Set<number>()
  const keyless = failedRow('missing_key', onlyKey)
  const findingOf = (_row: JsonObject, index: number): RowFinding | null => {
    if (rejected.has(index)) return keyless
    const first = isTolerated ? undefined : repeats.get(index)
    return first === undefined
      ? null
      : { verdict: rowFailed, reasons: [{ code: 'duplicate_of', ...field, unit: first + 1 }] }
  }
  return judgeRows(input, findingOf, ({ total }) => {
    const key = listing(check.key_fields)
    const missing = rejected.size === 0 ? '' : `${rowsThatHave(rejected.size, total)} no ${key}`
    if (repeats.size === 0) return missing || `${rowsThatHave(total, total)} a distinct ${key}`
    const limit = `${isTolerated ? 'within' : 'over'} the limit${rules.saysClaims ? ` of ${check.max_rate_bp / 100}%` : ''}`
    const repeated = `${rowsThat(repeats.size, total, 'repeats', 'repeat')} ${key}, ${limit}`
    return missing === '' ? repeated : `${repeated}; ${missing}`
  })
}

/** The canonical JSON of the key values, absent as null, texts as the check compares them; null where none has a value. */
function rowKey(check: Check, rules: ValueRules): (row: JsonObject) => string | null {
  const readers = check.key_fields.map(fieldReader)
  const form = { form: 'NFC', trims: check.trim, folds: !check.case_sensitive } as const
  const textOf = (text: string) => rules.comparedText(text, form)
  const compared = (value: JsonValue): JsonValue => comparedValue(value, textOf, rules)
  return (row) => {
    const values = readers.map((read) => read(row) ?? null)
    if (rules.tellsEmptyApart && values.every((value) => isBlank(value, rules))) return null
    for (let index = 0; index < values.length; index += 1) values[index] = compared(values[index] ?? null)
    return canonicalJson(values)
  }
}
