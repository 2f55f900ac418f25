import { largestAmountCents } from '@outturn/agreement'
import { readCount } from '../sentences/phrases.ts'
import { withoutStops } from '../placeholders/without-stops.ts'

/** An amount as it is said: a total, units and what each earns, or what each earns without their number. In cents. */
export type PolicyAmount =
  | { readonly kind: 'total'; readonly cents: number }
  | { readonly kind: 'units'; readonly units: number; readonly unitCents: number }
  | { readonly kind: 'unit_price'; readonly unitCents: number; readonly noun: string }

/** One way to say an amount in English. */
interface AmountForm {
  readonly wording: string
  readonly pattern: RegExp
  /** Whether it counts only as a sentence of its own. */
  readonly isAlone: boolean
  readonly read: (parts: { readonly [part: string]: string | undefined }) => PolicyAmount | null
}

const digits = String.raw`(?:\d{1,3}(?:,\d{3})+|\d{1,15})`
/** An exact amount of dollars or cents. */
export const moneyPattern = String.raw`(?:(?:US ?)?\$ ?${digits}(?:\.\d\d)?(?: ?USD)?|USD ?${digits}(?:\.\d\d)?|${digits}(?:\.\d\d)? ?(?:USD|US dollars|dollars|cents?))(?![\d.,]*\d|k\b| ?(?:thousand|million|k\b))`
const money = `(?<money>${moneyPattern})`
const count = String.raw`(?<count>\d{1,3}(?:,\d{3})+|\d{1,9})`
const noun = '(?<noun>[a-z][a-z-]{0,30}(?: [a-z][a-z-]{0,30}){0,2})'
const oneNoun = '(?<one>[a-z][a-z-]{0,30}(?: [a-z][a-z-]{0,30}){0,2}?)'
const each = '(?:each|apiece|a piece|(?:per|for each|for every|/|a) ?(?:[a-z][a-z-]{0,30}))'
const pay =
  '(?:(?:(?:i|we|(?:the )?(?:buyer|client|customer)) )?(?:(?:will|shall|must|agrees? to) )?pays? (?:(?:you|(?:the )?(?:seller|provider|freelancer|contractor)) )?)'
const subject =
  '(?:(?:the |a |our |my )?(?:fixed |total |overall |whole |agreed )?(?:total|price|budget|amount|value|payment|cost|sum|compensation|reward|bounty|pay)(?: (?:of|for) (?:the |this )?(?:work|job|task|project|delivery|order))?(?:(?: is| are| will be| shall be|:| =| of)(?: exactly)? | ))'
const inTotal = '(?: in total| total| altogether| all in| overall| fixed| flat)?'
/** What is paid for; a time or another clause in it would be left out of the reading. */
const purpose = String.raw`(?: for (?!each\b|every\b)(?:(?!\b(?:by|before|until|till|within|delivered|submitted|if|when|unless)\b)[^,;:$€£\d]){1,200}?)?`

/** Every form of an amount; what is said beside the amount must not be about money. */
export const amountForms: readonly AmountForm[] = [
  form(`(?:${pay}|${subject})${money}${inTotal}${purpose}`, ({ money: total }) => totalOf(total)),
  form(`${money}(?: in total| total| altogether| all in| overall)${purpose}`, ({ money: total }) =>
    totalOf(total),
  ),
  form(`for (?:a total of )?${money}${inTotal}`, ({ money: total }) => totalOf(total)),
  form(money, ({ money: total }) => totalOf(total), { isAlone: true }),
  form(`${pay}?${count} ${noun} (?:at|for|@) ${money} ${each}`, ({ count: units, money: price }) =>
    unitsOf(units, price),
  ),
  form(
    `${pay}?${money} ?(?:per|for each|for every|/|a) ?${oneNoun},? (?:for |x |× |times )?${count} ${noun}`,
    ({ count: units, money: price, one, noun: many }) =>
      isPlural(one ?? '', many ?? '') ? unitsOf(units, price) : null,
  ),
  form(`${pay}?${money} (?:each|apiece|a piece) for ${count} ${noun}`, ({ count: units, money: price }) =>
    unitsOf(units, price),
  ),
  form(`(?:${pay}|${subject})?${money} ?(?:per|for each|for every|/) ?${oneNoun}`, ({ money: price, one }) =>
    unitPriceOf(readCents(price ?? ''), one ?? ''),
  ),
  form(
    `(?:each|every|one) ${oneNoun} (?:costs?|earns?|pays?|is paid(?: at| with)?|is worth) ${money}`,
    ({ money: price, one }) => unitPriceOf(readCents(price ?? ''), one ?? ''),
  ),
]

/** What each unit earns; null of a time, which is paid for and not delivered. */
function unitPriceOf(unitCents: number | null, unitNoun: string): PolicyAmount | null {
  return unitCents === null || /^(?:hour|day|week|month|year)s?$/i.test(unitNoun)
    ? null
    : { kind: 'unit_price', unitCents, noun: unitNoun }
}

/** What a whole text says of an amount, exactly; null when it says anything else. */
export function readAmount(text: string): PolicyAmount | null {
  const sentence = withoutStops(text.trim(), 50)
  for (const { pattern, read } of amountForms) {
    const match = pattern.exec(sentence)
    const amount = match === null ? null : read(match.groups ?? {})
    if (amount !== null) return amount
  }
  return null
}

/** Cents of an exact amount such as `$1,000.50`, `500 USD` or `10 cents`; null when it is none, zero, or more than can be agreed on. */
export function readCents(text: string): number | null {
  const [, whole = '', fraction = ''] = /([\d,]+)(?:\.(\d\d))?/.exec(text) ?? []
  const units = readCount(whole)
  if (whole === '' || units === null) return null
  const cents = /cents?$/i.test(text)
    ? fraction === ''
      ? units
      : Number.NaN
    : units * 100 + Number(fraction || '0')
  return Number.isSafeInteger(cents) && cents > 0 && cents <= largestAmountCents ? cents : null
}

/** The most units that an agreement can have. */
const maxUnits = 50_000

function totalOf(price: string | undefined): PolicyAmount | null {
  const cents = readCents(price ?? '')
  return cents === null ? null : { kind: 'total', cents }
}

function unitsOf(number: string | undefined, price: string | undefined): PolicyAmount | null {
  const units = readCount(number ?? '')
  const unitCents = readCents(price ?? '')
  if (units === null || unitCents === null || units < 1 || units > maxUnits) return null
  return units * unitCents <= largestAmountCents ? { kind: 'units', units, unitCents } : null
}

function isPlural(one: string, many: string): boolean {
  const [a, b] = [one.toLowerCase(), many.toLowerCase()]
  return [a, `${a}s`, `${a}es`, a.replace(/y$/, 'ies')].includes(b)
}

function form(wording: string, read: AmountForm['read'], { isAlone = false } = {}): AmountForm {
  return { wording, pattern: new RegExp(`^(?:${wording})$`, 'i'), isAlone, read }
}
