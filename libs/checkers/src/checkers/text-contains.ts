import type { JsonValue } from '@outturn/canonical'
import { z } from 'zod'
import { type CheckInput, judgeField, wrongEvidenceType } from '../check-input.ts'
import { type CheckResult, gateFailed, gatePassed, undecided } from '../check-result.ts'
import { containment, stepsOfSearch } from '../engines/text-search.ts'
import { type CompleteCheck, defineChecker, type ParameterProblem } from '../define-checker.ts'
import { besideClaim, claimOf, holds, holdsInRows } from '../claims.ts'
import { quotedList } from '../descriptions/quoted.ts'
import { FieldName, findFieldProblem, problem } from '../parameters.ts'
import { isBlank, type ValueRules } from '../value-rules.ts'
import { documentsOf, heldJson, heldText, textsOf, textsWithin } from '../values/held-content.ts'
import { findShareProblem, judgeShare, shareParameters, shareWords } from '../shares.ts'
import { rowsThatHave } from '../sentence.ts'

const Phrase = z.string().min(1).max(2_000)
const Phrases = z.array(Phrase).min(1).max(100)
const parameters = {
  text: Phrase.exactOptional().meta({
    description: 'Phrase that must occur. Send exactly one of `text`, `all_of`, `any_of` and `none_of`.',
    examples: ['Approved by the author'],
  }),
  all_of: Phrases.exactOptional().describe('Phrases that must all occur.'),
  any_of: Phrases.exactOptional().describe('Phrases of which at least one must occur.'),
  none_of: Phrases.exactOptional().describe('Phrases that must not occur.'),
  case_sensitive: z
    .boolean()
    .exactOptional()
    .describe('True if upper and lower case are different. Default: `false`.'),
  normalize: z
    .enum(['nfkc_ws', 'none'])
    .exactOptional()
    .describe(
      'Normalization before texts are compared: `nfkc_ws` applies Unicode NFKC and reads each run of white space as one space. Default: `nfkc_ws`.',
    ),
  field: FieldName.exactOptional().meta({
    description: 'Field of each row to search. If omitted, the delivered text is searched.',
    examples: ['note'],
  }),
  ...shareParameters,
}
const defaults = { case_sensitive: false, normalize: 'nfkc_ws' } as const
/** Reading a field and normalising a short text. */
const stepsPerRow = 25
type Check = CompleteCheck<'text_contains', typeof parameters, typeof defaults>

/** The text, or a field of each row, has the agreed phrases, or has none of the forbidden ones. */
export const textContains = defineChecker('text_contains', parameters, defaults, {
  findProblem,
  appliesPerUnit: ({ field, min_share_bp: share }) => field !== undefined && share === undefined,
  judgedPart: ({ field }) => (field === undefined ? 'text' : 'rows'),
  // A forbidden phrase is looked for in all that was delivered, in whatever form.
  readsAllContent: ({ field, none_of }) => field === undefined && none_of !== undefined,
  work: ({ all_of, any_of, none_of }, { rows, characters }) =>
    stepsPerRow * rows +
    characters / 4 +
    stepsOfSearch(characters, (all_of ?? any_of ?? none_of ?? [1]).length),
  describe,
  judge,
})

function findProblem(check: Check, rules: ValueRules): ParameterProblem | null {
  const { text, all_of, any_of, none_of, field } = check
  if ([text, all_of, any_of, none_of].filter((form) => form !== undefined).length !== 1) {
    return problem('text', 'exactly one of text, all_of, any_of and none_of is required')
  }
  const phrases = text === undefined ? (all_of ?? any_of ?? none_of ?? []) : [text]
  if (phrases.some((phrase) => rules.isBlankText(phrase))) {
    return problem('text', 'a phrase must have a visible character')
  }
  return findFieldProblem(field) ?? findShareProblem(check, field !== undefined, 'send field')
}

function describe(check: Check): string {
  const { text, all_of: all, any_of: any, none_of: none, field } = check
  const share = check.min_share_bp === undefined ? '' : `${shareWords(check)} of rows: `
  const whose = field === undefined ? 'the text' : `field ${quotedList([field], 'and')}`
  const phrases =
    none === undefined
      ? `contains ${any === undefined ? quotedList(all ?? [text ?? ''], 'and') : quotedList(any, 'or')}`
      : `does not contain ${quotedList(none, 'or')}`
  const tails = [
    ...(check.case_sensitive ? ['in the same case'] : []),
    ...(check.normalize === 'none' ? ['character for character'] : []),
  ]
  return [`${share}${whose} ${phrases}`, ...tails].join(', ')
}

type Fault = 'text_not_found' | 'text_forbidden'

function judge(check: Check, input: CheckInput, rules: ValueRules): CheckResult {
  const faultIn = phraseRule(check, rules)
  const claim = rules.saysClaims ? claimOf(check, describe) : null
  if (check.field === undefined) {
    const texts = judgedTexts(input)
    if (texts.length === 0) return wrongEvidenceType('text')
    if (rules.tellsEmptyApart && texts.every((text) => rules.isBlankText(text))) {
      return undecided('no_content', 'the text has no visible character')
    }
    const fault = faultIn(check.none_of === undefined ? texts : [...texts, ...textsBeside(input)])
    if (fault === null)
      return gatePassed(claim === null ? 'the text satisfies the agreed phrases' : holds(claim))
    const finding =
      fault === 'text_forbidden' ? 'the text has a forbidden phrase' : 'the text lacks an agreed phrase'
    return gateFailed(fault, claim === null ? finding : besideClaim(finding, claim))
  }
  const field = check.field
  // A row that has nothing to say does not say that it is free of a phrase.
  const excludes = check.none_of !== undefined
  const absent = excludes && rules.tellsAbsentTextApart ? 'missing_field' : 'text_not_found'
  const faultOf = (value: JsonValue | undefined) => {
    if (isBlank(value, rules) && (rules.tellsEmptyApart || typeof value !== 'string')) return absent
    return typeof value === 'string' ? faultIn([value]) : 'text_not_found'
  }
  const result = judgeField(input, field, faultOf, ({ total, passed }) =>
    claim === null
      ? `${rowsThatHave(passed, total)} the agreed text in ${field}`
      : holdsInRows(claim, { passed, total }),
  )
  return judgeShare(check, describe, result, input, rules)
}

function judgedTexts({ items, everyItemCounts }: CheckInput): readonly string[] {
  const texts = textsOf(items)
  return everyItemCounts === true ? texts : texts.slice(-1)
}

/** The texts within what did not come as text: another form of the same delivery hides nothing. */
function textsBeside({ items, rows, everyItemCounts }: CheckInput): readonly string[] {
  if (everyItemCounts !== true) return []
  const others = items.filter(({ content }) => heldText(content) === null)
  // A workbook is read by its rows alone.
  const isByRows = others.some(({ content }) => content.kind === 'bytes' && heldJson(content) === undefined)
  return [...(isByRows ? (rows ?? []) : []), ...documentsOf(others)].flatMap(textsWithin)
}

/** What is wrong with texts that are read as one: a phrase is there where one of them has it. */
function phraseRule(check: Check, rules: ValueRules): (texts: readonly string[]) => Fault | null {
  const normalised = textNormaliser(check, rules)
  const searches = (phrases: readonly string[]) => phrases.map((phrase) => containment(normalised(phrase)))
  const isSome = (found: readonly string[], phrases: ReturnType<typeof searches>) =>
    phrases.some((isIn) => found.some(isIn))
  if (check.none_of !== undefined) {
    const forbidden = searches(check.none_of)
    return (texts) => (isSome(texts.map(normalised), forbidden) ? 'text_forbidden' : null)
  }
  if (check.any_of !== undefined) {
    const alternatives = searches(check.any_of)
    return (texts) => (isSome(texts.map(normalised), alternatives) ? null : 'text_not_found')
  }
  const wanted = searches(check.all_of ?? [check.text ?? ''])
  return (texts) => {
    const whole = texts.map(normalised)
    return wanted.every((isIn) => whole.some(isIn)) ? null : 'text_not_found'
  }
}

/** A text as the check compares it: NFKC with runs of white space as one space, and without case, each unless it says otherwise. */
function textNormaliser(check: Check, rules: ValueRules): (text: string) => string {
  const normalises = check.normalize === 'nfkc_ws'
  const form = {
    form: normalises ? ('NFKC' as const) : null,
    trims: normalises,
    folds: !check.case_sensitive,
  }
  return (text) => rules.comparedText(text, form)
}
