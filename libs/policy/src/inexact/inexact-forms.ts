import type { PolicyPath } from '@outturn/vocabulary'
import type { CheckerName } from '@outturn/checkers'
import { rowNoun } from '@outturn/checkers'
import type { Range } from '../grammar/placeholder.ts'
import { moneyPattern } from '../amounts/amount-forms.ts'
import { durationPattern, inexactTimePattern, noLaterThanPattern, vagueTimePattern } from './time-words.ts'
import { isTimeOfDelivery, speaksOfDelivery } from '../sentences/topics.ts'

/** What the answer to a question must say: one check of a checker, any one check, an amount, or a text without blanks. */
export type Wanted = CheckerName | 'condition' | 'amount' | 'text'

/** What is asked about a place that is not exact. */
export interface Inquiry {
  readonly path: PolicyPath
  readonly question: string
  readonly wants: Wanted
  /** Texts that an answer may also complete; `{}` is its place. */
  readonly fills: readonly string[]
}

/** A place that is not exact. Positions are those of the clause it was found in. */
export interface Inexact extends Inquiry {
  /** The words that are not exact, as they are shown. */
  readonly phrase: Range
  /** The part of them that an answer replaces. */
  readonly hole: Range
}

/** One way in which a text is not exact. */
export interface InexactForm extends Inquiry {
  /** With the groups `phrase` and `hole`; the phrase is the hole where it has no group. */
  readonly pattern: RegExp
  /** Whether a clause of a sentence speaks of what the question is about; it always does where there is no such rule. */
  readonly applies?: (clause: string, sentence: string) => boolean
}

const count = String.raw`(?:\d{1,3}(?:,\d{3})+|\d{1,9})`
const hedge =
  '(?:about|around|approximately|approx\\.?|roughly|circa|ca\\.|nearly|almost|some|over|under|at least|at most|up to|(?:no|not) (?:more|fewer|less) than|more than|fewer than|less than|(?:a )?(?:minimum|maximum)(?: of)?|~)'
const closeTo = '(?:about|around|approximately|approx\\.?|roughly|circa|ca\\.|nearly|almost|~)'
const many =
  '(?:several|many|a few|few|lots of|plenty of|enough|(?:a |half a )?dozens?(?: of)?|hundreds of|thousands of|a couple of|multiple|numerous)'
const otherMoney = String.raw`(?:[€£¥₹] ?\d[\d,.]*|(?:EUR|GBP|JPY|INR|CHF|CAD|AUD|CNY) ?\d[\d,.]*|\d[\d,.]* ?(?:€|£|EUR|euros?|GBP|pounds?|JPY|yen|INR|rupees?|CHF|francs?|CAD|AUD|CNY)\b)`
const loosePrice = String.raw`\$ ?\d[\d,]*(?:\.\d+)?(?: ?k\b| ?(?:thousand|million)\b)?`
const aboutOtherMoney =
  /\b(?:penalt(?:y|ies)|late|deposits?|refunds?|bonus(?:es)?|tips?|fines?|insurance|worth)\b/i

const aboutWholePrice = /\b(?:price|total|budget|pay|pays|cost|amount|payment)\b/i

function isPrice(clause: string): boolean {
  return !aboutOtherMoney.test(clause)
}

export const askTotal: Inquiry = {
  path: 'value',
  question: 'What is the whole amount in US dollars, exactly?',
  wants: 'amount',
  fills: ['the total is {}'],
}
export const askTime: Inquiry = {
  path: 'deadline',
  question: 'Which date and time, with time zone?',
  wants: 'deadline_met',
  fills: ['delivered by {}'],
}
const askRows: Inquiry = {
  path: 'conditions',
  question: 'The number of rows is checked exactly. How many rows?',
  wants: 'row_count',
  fills: ['exactly {} rows'],
}

/** Every form; the first that fits decides what is asked about its part of the agreement. */
export const inexactForms: readonly InexactForm[] = [
  {
    ...askTime,
    pattern: new RegExp(`\\b(?<phrase>${noLaterThanPattern} (?<hole>${inexactTimePattern}))`, 'di'),
    applies: isTimeOfDelivery,
  },
  {
    ...askTime,
    pattern: new RegExp(
      `\\b(?<phrase>(?:on |at |for )?(?<hole>${durationPattern}|${vagueTimePattern}|${inexactTimePattern})(?![\\w-]))`,
      'di',
    ),
    applies: (clause, sentence) => speaksOfDelivery(clause) && isTimeOfDelivery(clause, sentence),
  },
  {
    path: 'unitization',
    pattern: new RegExp(
      `(?<hole>(?:${hedge} ?)?${count}\\+?(?: ?(?:-|–|to|and) ?${count})?|${many})(?= [a-z][a-z -]{0,60} (?:at|for|@) ${moneyPattern} (?:each|apiece|per))`,
      'di',
    ),
    question: 'How many units are paid for, exactly?',
    wants: 'amount',
    fills: [],
  },
  {
    ...askTotal,
    pattern: new RegExp(`(?<hole>${otherMoney})`, 'di'),
    applies: isPrice,
    question: 'Amounts are in US dollars. What is the whole amount in USD?',
  },
  {
    ...askTotal,
    pattern: new RegExp(
      `(?<hole>(?:between |from )?${loosePrice} ?(?:-|–|to|and) ?${loosePrice}|(?:${hedge}|from|starting at) ?${loosePrice}|${loosePrice} or (?:so|more|less)|\\$ ?\\d[\\d,]*(?:\\.\\d{3,}|\\.\\d)(?!\\d)|\\$ ?\\d[\\d,]*(?:\\.\\d+)? ?(?:k\\b|thousand\\b|million\\b)|\\$ ?0(?:\\.00)?(?![\\d.,]*\\d))`,
      'di',
    ),
    applies: isPrice,
  },
  {
    ...askTotal,
    pattern:
      /\b(?<hole>(?:a )?(?:fair|reasonable|competitive|good|market) (?:price|fee|rate|payment|pay|compensation)|(?:price|payment|fee|rate|amount|budget|compensation) (?:is |will be )?(?:negotiable|to be (?:agreed|determined|decided|discussed|negotiated)))\b/di,
  },
  {
    ...askTotal,
    pattern: new RegExp(`(?<hole>${loosePrice})`, 'di'),
    applies: (clause) => aboutWholePrice.test(clause) && isPrice(clause),
  },
  {
    path: 'conditions',
    pattern: new RegExp(
      `(?<hole>(?:most|nearly all|almost all|the majority of|some|many|at least \\d{1,3}(?:\\.\\d+)? ?%(?: of)?(?: the| all)?|\\d{1,3}(?:\\.\\d+)? ?% of(?: the| all)?) ${rowNoun}) (?:has|have|must have|contains?|includes?)\\b`,
      'di',
    ),
    question: 'A field is required of every row. Must every row have it?',
    wants: 'condition',
    fills: ['every row has {}'],
  },
  {
    ...askRows,
    pattern: new RegExp(
      `(?<hole>(?:${hedge} ?)${count}\\+?(?: or (?:so|more|fewer))?|(?:between )?${count} ?(?:and|to|-|–) ?${count}|${count}(?:\\+| or (?:so|more|fewer))|${many}) ${rowNoun}\\b`,
      'di',
    ),
  },
  {
    ...askRows,
    pattern: new RegExp(
      `(?<hole>${closeTo} ?${count})(?! ?(?:%|percent|[ap]\\.?m\\b|o'clock|cents|dollars|USD|[:/.]\\d))`,
      'di',
    ),
  },
  {
    path: 'conditions',
    pattern: new RegExp(
      `(?<hole>(?:no|without(?: any)?) duplicates?(?: ${rowNoun})?|(?:only )?unique ${rowNoun}|deduplicated|de-duplicated)(?: at all)?$`,
      'di',
    ),
    question: 'By which fields are two rows the same?',
    wants: 'duplicate_rate',
    fills: ['no duplicates by {}'],
  },
  {
    path: 'conditions',
    pattern: new RegExp(
      `(?<hole>(?:${closeTo} ?\\d{1,3}(?:\\.\\d+)? ?%|(?:very )?few|minimal|hardly any|some)) duplicates?\\b`,
      'di',
    ),
    question: 'At most what percentage of rows may be duplicates, by which fields?',
    wants: 'duplicate_rate',
    fills: ['at most {}'],
  },
]
