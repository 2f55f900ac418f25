import type { BlankForm, FoundBlank } from './blank-form.ts'
import { leadsToValue } from './value-context.ts'

const counted =
  'rows?|records?|leads?|words?|items?|pages?|lines?|entries|entry|units?|pieces?|columns?|fields?|contacts?|companies|days?|hours?|weeks?|months?|minutes?|seconds?|years?|percent|per ?cent|percentage points?|points?|dollars?|euros?|pounds?|cents?|usd|eur|gbp|chf|characters?|tokens?|images?|photos?|articles?|products?|emails?|addresses|documents?|files?|sentences?|paragraphs?|samples?|examples?|questions?|tests?|translations?|transcripts?|calls?|invoices?|orders?|names?|urls?|links?|keywords?|questions?|answers?|deliveries|business days?|working days?'
const countedNext = new RegExp(
  `^(?: ?[%€£$]| (?:new |different |distinct |unique |valid |more |business |working |calendar |us )?(?:${counted})\\b)`,
  'i',
)

/** Before these a run of X is a Roman number or a size: `Chapter XX`, `Super Bowl XX`, `size XX`. */
const numbered =
  /\b(?:chapters?|sections?|articles?|parts?|volumes?|vol\.?|annex(?:es)?|append(?:ix|ices)|titles?|books?|acts?|scenes?|sizes?|class|type|grade|model|version|series|schedule|figure|table|clause|protocol|psalm|lesson|unit|factor|generation|code|plan) $|\b[A-Z][a-z]+ $/
const startsSentence = /^[A-Z][a-z]+ $/

/** `XX rows`, `at least xxx words`, `within XX days`, `20XX`, `$ XX`. */
function isMissingNumber({ text, before, after }: FoundBlank): boolean {
  if (/(?:[$€£¥]|\b(?:usd|eur|gbp|chf|us\$)) ?$/i.test(before)) return true
  if (numbered.test(before) && !startsSentence.test(before)) return false
  if (countedNext.test(after)) return text.length > 1 || isCounting(before)
  const isLowerCase = text === text.toLowerCase()
  const ends = /^\s*(?:$|[.,;:!?)\n])/.test(after)
  return (
    text.length > 1 &&
    ends &&
    leadsToValue(before) &&
    !/\b(?:and|or|is|are|in) $/i.test(before) &&
    (isLowerCase ||
      text.length !== 3 ||
      !/[a-z]/i.test(before) ||
      /[:]\s*$|\b(?:pay|exactly|least|most|by|within|of) $/i.test(before))
  )
}

/** A single X is a name as often as a number: `at least X rows`, not `the X rows of the matrix`. */
function isCounting(before: string): boolean {
  return /\b(?:at least|at most|exactly|minimum(?: of)?|maximum(?: of)?|up to|deliver|delivers|within|more than|less than|fewer than|no more than|pay|costs?|has|have|contains?|includes?|least|most|of) $/i.test(
    before,
  )
}

const dateLead =
  /\b(?:by|before|until|till|due|due on|no later than|not later than|on or before|starting|ending) $/i
const isFormat = /\b(?:format|formatted|form|pattern|written|styled?|as|accepts?|convention)\b/i

/** Numbers and dates that letters stand for. */
export const numberMarks: readonly BlankForm[] = [
  { form: /(?<![\w./\\$*-])x{1,6}(?:[.,]x{1,4})?(?![\w/*-]|\.\w)/gi, isBlank: isMissingNumber },
  {
    form: /(?<![\w#/&])#{1,6}(?![\w#])/g,
    isBlank: ({ before, after }) => countedNext.test(after) && isCounting(before),
  },
  { form: /(?<![\w/-])(?:19|20)xx\b(?!-\w)/gi, isBlank: ({ before }) => !isFormat.test(before) },
  { form: /\b(?:\d{4}-xx-xx|\d{4}-\d{2}-xx|xx\.xx\.(?:\d{4}|xxxx|xx))\b/gi },
  {
    form: /(?<![\w/.-])(?:d{1,2}[./-]m{1,3}[./-]y{2,4}|m{1,2}[./-]d{1,2}[./-]y{2,4}|y{4}[./-]m{1,2}[./-]d{1,2})(?![\w/])/gi,
    isBlank: ({ before, after }) =>
      dateLead.test(before) && !isFormat.test(before) && !/^ format/i.test(after),
  },
]
