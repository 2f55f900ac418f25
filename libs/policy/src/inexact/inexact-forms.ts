import { centsText } from '@outturn/evaluation'
import { readCount, rowNoun } from '../sentences/phrases.ts'
import { askCounted, askRows, askTime, askTotal, type Inquiry } from './inquiry.ts'
import { readNumberWords } from '../tokens/number.ts'
import { moneyPattern, readCents } from '../amounts/amount-forms.ts'
import { durationPattern, inexactTimePattern, noLaterThanPattern, vagueTimePattern } from './time-words.ts'
import { isTimeOfDelivery, speaksOfContent, speaksOfDelivery } from '../sentences/topics.ts'

/** One way in which a text is not exact. */
export interface InexactForm extends Inquiry {
  /** With the groups `phrase` and `hole`; the phrase is the hole where it has no group. */
  readonly pattern: RegExp
  /** Whether a clause of a sentence speaks of what the question is about; it always does where there is no such rule. */
  readonly applies?: (clause: string, sentence: string) => boolean
  /** Exact words that could stand in place of the hole. */
  readonly meanings?: (hole: string) => readonly string[]
}

const count = String.raw`(?:\d{1,3}(?:,\d{3})+|\d{1,9})`
const hedge =
  '(?:about|around|approximately|approx\\.?|roughly|circa|ca\\.|nearly|almost|some|over|under|at least|at most|up to|(?:no|not) (?:more|fewer|less) than|more than|fewer than|less than|(?:a )?(?:minimum|maximum)(?: of)?|~)'
const closeTo = '(?:about|around|approximately|approx\\.?|roughly|circa|ca\\.|nearly|almost|~)'
const many =
  '(?:several|many|(?:a )?(?:few |couple of |half a )?dozens?(?: of)?|a few|few|lots of|plenty of|enough|hundreds of|thousands of|a couple of|multiple|numerous)'
const otherMoney = String.raw`(?:[€£¥₹] ?\d[\d,.]*|(?:EUR|GBP|JPY|INR|CHF|CAD|AUD|CNY) ?\d[\d,.]*|\d[\d,.]* ?(?:€|£|EUR|euros?|GBP|pounds?|JPY|yen|INR|rupees?|CHF|francs?|CAD|AUD|CNY)\b)`
const loosePrice = String.raw`\$ ?\d[\d,]*(?:\.\d+)?(?: ?k\b| ?(?:thousand|million)\b)?`
const aboutOtherMoney =
  /\b(?:fields?|columns?|penalt(?:y|ies)|late|deposits?|refunds?|bonus(?:es)?|tips?|fines?|insurance|worth)\b/i

const opensWithTime = new RegExp(`^(?:${durationPattern}|${vagueTimePattern})\\b`, 'i')
const aboutWholePrice = /\b(?:price|total|budget|pay|pays|cost|amount|payment)\b/i
const numberWord =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|(?:(?:an?|one|two|three|four|five|six|seven|eight|nine|ten) )?(?:hundred|thousand)(?: and)?)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred|thousand))*'

function isPrice(clause: string): boolean {
  return !aboutOtherMoney.test(clause)
}

const wholeForUnits = new RegExp(
  `(?<money>${moneyPattern}) for (?<units>${count}) (?<noun>[a-z][a-z -]{0,60})$`,
  'i',
)

/** `pay 100 USD for 500 leads`: the price of each where it is whole cents, and the amount with the count. */
function wholeOrEach(hole: string): readonly string[] {
  const { money = '', units = '', noun = '' } = wholeForUnits.exec(hole)?.groups ?? {}
  const [cents, number] = [readCents(money), readCount(units)]
  if (cents === null || number === null || number === 0) return []
  const each = cents % number === 0 ? [`${number} ${noun} at $${centsText(cents / number)} each`] : []
  return [...each, `the total is $${centsText(cents)}; exactly ${number} rows`]
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
    applies: (clause, sentence) =>
      (speaksOfDelivery(clause) || opensWithTime.test(clause)) && isTimeOfDelivery(clause, sentence),
  },
  {
    path: 'unitization',
    pattern: new RegExp(
      `(?<hole>(?:${hedge} ?)?${count}\\+?(?: ?(?:-|–|to|and) ?${count})?|${many}|${numberWord})(?= [a-z][a-z -]{0,60} (?:at|for|@) ${moneyPattern} (?:each|apiece|per))`,
      'di',
    ),
    question: 'How many units are paid for, exactly?',
    wants: 'amount',
    fills: [],
    meanings: (hole) => {
      const number = readNumberWords(hole.toLowerCase().split(/\s+/))
      return number === null ? [] : [String(number)]
    },
  },
  {
    path: 'value',
    pattern: new RegExp(
      `^(?<hole>.{0,60}?\\bpay.{0,30}? ${moneyPattern} for ${count} [a-z][a-z -]{0,60})$`,
      'di',
    ),
    question: 'Is each of them paid for by itself, or is the whole amount for all of them?',
    wants: 'anything',
    fills: [],
    meanings: wholeOrEach,
    applies: isPrice,
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
      `(?<hole>\\$ ?\\d{1,3}(?:\\.\\d{3})+(?:,\\d+)?(?![\\d])|(?:between |from )?${loosePrice} ?(?:-|–|to|and) ?${loosePrice}|(?:${hedge}|from|starting at) ?${loosePrice}|${loosePrice} or (?:so|more|less)|\\$ ?\\d[\\d,]*(?:\\.\\d{3,}|\\.\\d)(?!\\d)|\\$ ?\\d[\\d,]*(?:\\.\\d+)? ?(?:k\\b|thousand\\b|million\\b)|\\$ ?0(?:\\.00)?(?![\\d.,]*\\d))`,
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
    ...askTotal,
    pattern: new RegExp(
      `\\b(?:price|total|budget|fee|cost|payment|reward|bounty|pays?|paid|costs|paying|charge)(?: of| is|:| will be| =| you| the (?:seller|provider))? (?<hole>(?:${hedge} ?)?\\d[\\d,]*(?:\\.\\d+)?k?)(?![\\w%.,]*\\d)(?! ?(?:%|percent|${rowNoun}|days?|hours?|weeks?|months?|times|words|pages|points?|st|nd|rd|th|USD|US dollars?|dollars?|cents?)\\b)`,
      'di',
    ),
    applies: isPrice,
    question: 'In which currency? Amounts are in US dollars. What is the whole amount in USD, exactly?',
  },
  {
    path: 'unitization',
    pattern: new RegExp(
      `(?<phrase>${count} [a-z][a-z -]{0,60}? (?:at|for|@) (?<hole>\\d[\\d,]*(?:\\.\\d+)?) (?:each|apiece|a piece|per [a-z]+))`,
      'di',
    ),
    question:
      'In which currency is the price? Amounts are in US dollars. What does each unit earn in USD, exactly?',
    wants: 'amount',
    fills: [],
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
      `(?<phrase>(?<hole>(?:${hedge} ?)${count}\\+?(?: or (?:so|more|fewer))?|(?:between )?${count} ?(?:and|to|-|–) ?${count}|${count}(?:\\+| or (?:so|more|fewer))|${many}|(?:${hedge} )?(?<!\\bno )${numberWord}) ${rowNoun}(?: or (?:so|more|fewer|less)\\b)?)(?![\\w-])`,
      'di',
    ),
    applies: (clause) => !speaksOfContent(clause),
  },
  {
    ...askRows,
    pattern: new RegExp(
      `(?<hole>${closeTo} ?${count})(?![\\d,]*\\d)(?! ?(?:%|percent|[ap]\\.?m\\b|o'clock|cents|dollars|USD|[:/.]\\d))`,
      'di',
    ),
    applies: (clause) => !/\b(?:fields?|columns?)\b/i.test(clause),
  },
  {
    ...askRows,
    pattern: new RegExp(
      `(?<phrase>(?<hole>${count}) ${rowNoun} or (?:so|more|fewer|less)|(?<hole>${count}) ${rowNoun} (?:or so|minimum|maximum|at least|at most|min|max|plus|approximately|give or take))(?![\\w-])`,
      'di',
    ),
  },
  {
    path: 'conditions',
    pattern: new RegExp(
      `(?<hole>(?:no|without(?: any)?|zero) (?:duplicates?|repeats?|duplication)(?: ${rowNoun})?|(?:no|without|without any) (?:duplicated?|repeated) ${rowNoun}|(?:(?:only )?unique|distinct) ${rowNoun}(?: only)?|(?:(?:it|they|the (?:list|file|data|dataset)|${rowNoun}) )?(?:must|should|may|can) not (?:contain|have|include) (?:any )?duplicates|(?:no )?(?:duplicates|duplicate ${rowNoun}) (?:are |is )?(?:not )?(?:allowed|permitted|accepted)|free of duplicates|(?:(?:the |all )?${rowNoun}|the list|the file|the data|it|they) (?:is|are|must be|should be) (?:unique|distinct|deduplicated|de-duplicated)|^(?:deduplicated|de-duplicated|unique|distinct))(?: at all| please)?$`,
      'di',
    ),
    question: 'By which fields are two rows the same?',
    wants: 'duplicate_rate',
    fills: ['no duplicates by {}'],
  },
  {
    path: 'conditions',
    pattern: new RegExp(
      `(?<phrase>(?<hole>(?:${closeTo} ?\\d{1,3}(?:\\.\\d+)? ?%|(?:very )?few|minimal|hardly any|some)) duplicates?(?: (?:by|on) .{1,200})?)$`,
      'di',
    ),
    question: 'At most what percentage of rows may be duplicates, by which fields?',
    wants: 'duplicate_rate',
    fills: ['at most {}'],
  },
  {
    ...askCounted,
    pattern: new RegExp(
      `^(?:[a-z' ]{0,60}? )?(?<phrase>(?<hole>${count} (?:[a-z][a-z'-]* ){0,4}?${rowNoun}\\b.*))$`,
      'di',
    ),
  },
]
