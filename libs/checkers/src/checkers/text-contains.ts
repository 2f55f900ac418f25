import type { CheckInput } from '../check-input.ts'
import { isUndecided, rowsToJudge, wrongEvidenceType } from '../check-input.ts'
import { type CheckResult, failedRow, gateFailed, gatePassed, judgeRows } from '../check-result.ts'
import { evenText } from '../values/normalised-text.ts'
import { latestText } from '../values/held-content.ts'
import { fieldReader } from '../values/row-field.ts'
import { rowsThatHave } from '../sentence.ts'
import type { CompleteCheck } from '../with-defaults.ts'

type Fault = 'text_not_found' | 'text_forbidden'

/** The text, or a field of each row, has the agreed phrases, or has none of the forbidden ones. */
export function textContains(check: CompleteCheck<'text_contains'>, input: CheckInput): CheckResult {
  const faultOf = phraseRule(check)
  if (check.field === undefined) {
    const text = latestText(input.items)
    if (text === null) return wrongEvidenceType('text')
    const fault = faultOf(text)
    if (fault === null) return gatePassed('the text satisfies the agreed phrases')
    return gateFailed(
      fault,
      fault === 'text_forbidden' ? 'the text has a forbidden phrase' : 'the text lacks an agreed phrase',
    )
  }
  const rows = rowsToJudge(input)
  if (isUndecided(rows)) return rows
  const field = check.field
  const read = fieldReader(field)
  const findings = {
    text_not_found: failedRow('text_not_found', field),
    text_forbidden: failedRow('text_forbidden', field),
  }
  return judgeRows(
    rows,
    (row) => {
      const value = read(row)
      const fault = typeof value === 'string' ? faultOf(value) : 'text_not_found'
      return fault === null ? null : findings[fault]
    },
    ({ total, passed }) => `${rowsThatHave(passed, total)} the agreed text in ${field}`,
  )
}

function phraseRule(check: CompleteCheck<'text_contains'>): (text: string) => Fault | null {
  const normalised = textNormaliser(check)
  const forbidden = check.none_of?.map(normalised)
  if (forbidden !== undefined) {
    return (text) => (containsAny(normalised(text), forbidden) ? 'text_forbidden' : null)
  }
  const alternatives = check.any_of?.map(normalised)
  if (alternatives !== undefined) {
    return (text) => (containsAny(normalised(text), alternatives) ? null : 'text_not_found')
  }
  const phrases = (check.all_of ?? [check.text ?? '']).map(normalised)
  return (text) => {
    const whole = normalised(text)
    return phrases.every((phrase) => whole.includes(phrase)) ? null : 'text_not_found'
  }
}

function containsAny(text: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => text.includes(phrase))
}

/** NFKC with runs of white space as one space, and lower case, each unless the check says otherwise. */
function textNormaliser(check: CompleteCheck<'text_contains'>): (text: string) => string {
  const folds = !check.case_sensitive
  const normalises = check.normalize === 'nfkc_ws'
  return (text) => {
    const even = normalises ? evenText(text) : text
    return folds ? even.toLowerCase() : even
  }
}
