import { instantPattern } from '../sentences/phrases.ts'
import { moneyPattern } from '../amounts/amount-forms.ts'

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const dayOfMonth = String.raw`\d{1,2}(?:st|nd|rd|th)?`
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const number = String.raw`(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,4})`
const zone = '(?:UTC|GMT|CES?T|[ECMP][SD]T|BST|IST|[WE]EST?|[a-z]{3,15} time)'
const clockTime = String.raw`(?:,? (?:at \d{1,2}(?::\d\d)?|\d{1,2}:\d\d|\d{1,2}(?= ?[ap]\.?m\b| o'clock))(?!\d)(?: ?[ap]\.?m\b\.?| o'clock)?(?: ${zone}\b)?)?`

/** A length of time, such as `within 3 days`. */
export const durationPattern = `(?:within|in(?: less than)?|in under) (?:the next )?${number}(?: (?:business|working|calendar))? (?:minutes?|hours?|days?|weeks?|months?)`

/** A time that people understand and a clock does not: a day without a time, a time without a zone, a day of the week. */
export const inexactTimePattern = [
  `(?:(?:next|this|coming|the coming) )?${weekday}(?: (?:morning|afternoon|evening|night|noon))?${clockTime}`,
  `(?!${instantPattern})\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d)?)?${clockTime}`,
  `(?:the )?${dayOfMonth} (?:of )?${month}\\b(?:,? \\d{4})?${clockTime}`,
  `${month} ${dayOfMonth}\\b(?:,? \\d{4})?${clockTime}`,
  String.raw`\d{1,2}[/.]\d{1,2}(?:[/.](?:\d{4}|\d\d))?\b${clockTime}`,
  String.raw`\d{1,2}(?::\d\d)? ?[ap]\.?m\b\.?`,
  '(?:the )?end of (?:the |this |next )?(?:day|week|month|quarter|year|business)',
  '(?:next|this) (?:week|month|quarter|year)',
  String.raw`(?:(?:today|tomorrow)(?: at)? (?:noon|midnight|morning|afternoon|evening|night)|(?:today|tomorrow)${clockTime}|tonight|midnight|noon|eod|eow|eom|cob)\b`,
].join('|')

/** How it is said that something is wanted without saying when. */
export const vagueTimePattern =
  'as soon as possible|as quickly as possible|asap|soon(?:est)?|promptly|quickly|immediately|right away|urgently|in a timely manner|without delay|in due course'

/** How files are said to be written; no checker decides it. */
const fileFormats =
  'csv|tsv|json|jsonl|ndjson|excel|xlsx?|xml|pdf|docx?|markdown|google sheets?|spreadsheet|png|jpe?g|parquet|yaml'

/** Words that put a limit on a time. */
export const noLaterThanPattern = '(?:by|before|until|till|no later than|not later than|on or before)'

/** A time limit that follows a statement without a comma, as in `50 rows by Friday`. */
const timeLimit = ` (?=(?:(?:to be )?(?:delivered|received|submitted|due) )?${noLaterThanPattern} (?:${instantPattern}|${inexactTimePattern}))`

/** What follows a statement without a comma and is one of its own: `200 leads with a name for $500 as CSV`. */
const adjoining = ` (?=for (?:a total of )?${moneyPattern}|(?:with|having|including|without|containing) |(?:in|as)(?: an?)? (?:${fileFormats})\\b)`

/** What stands between two clauses of a sentence. */
export const clauseEnd = `,? and (?:then |also |finally )?|,? then |,? plus |,? but |, |: | [-–—] |${timeLimit}|${adjoining}`
