import type { FieldRef } from './field-test.ts'

/** The last words of names, which say what kind of values a column has. They never make a noun a field. */
const times =
  /(?:^|[_\s-])(?:date|datetime|timestamp|deadline|day|birthday|dob|at|on)$|(?:Date|At|On|Timestamp)$/
const proses =
  /(?:^|[_\s-])(?:title|name|description|desc|text|body|summary|comment|comments|message|content|caption|headline|reply|answer|question|quote|claim|note|notes|review|abstract|transcript|translation|target|email|e-mail|url|uri|link|website|address|phone|image|photo|picture|audio|video|file|filename|keyword|keywords|resolution|bio|data|rows?|code|api|service|report|article|design|copy|work)s?$/i
/** Of these, the ones whose length is what a number may be about. */
const writings =
  /(?:^|[_\s-])(?:title|name|description|desc|text|body|summary|comment|message|content|caption|headline|abstract|transcript|bio|quote|reply|tagline|subject|slug)s?$/i
const categories =
  /(?:^|[_\s-])(?:status|state|type|kind|category|class|label|level|tier|stage|phase|priority|severity|colou?r|size|gender|sex|unit|currency|country|lang|language|locale|region|zone|split|licen[cs]e|format|mode|method|channel|plan|role|verdict|result|outcome|decision|sentiment|speaker|availability|environment|env|platform|protocol|department|segment|grade|condition|brand|provider|visibility|shift|country_code|currency_code|flag|direction|side|season|weekday|month)$/i
const emails = /(?:^|[_\s-])e-?mails?(?:[_\s-]?address(?:es)?)?$|Email$/i
const addresses =
  /(?:^|[_\s-])(?:urls?|uris?|links?|websites?|homepages?|web[_\s-]?(?:site|page|address)s?)$|Url$/i
const percents = /(?:^|[_\s-])(?:percent|percentage|pct|perc)$/i
const fractions = /(?:^|[_\s-])(?:fraction|ratio)$/i
const suffixes: ReadonlyMap<string, string> = new Map([
  ['ms', 'ms'],
  ['millis', 'ms'],
  ['milliseconds', 'ms'],
  ['s', 's'],
  ['sec', 's'],
  ['secs', 's'],
  ['seconds', 's'],
  ['min', 'min'],
  ['mins', 'min'],
  ['minutes', 'min'],
  ['h', 'h'],
  ['hr', 'h'],
  ['hrs', 'h'],
  ['hours', 'h'],
  ['days', 'd'],
  ['weeks', 'wk'],
  ['months', 'mo'],
  ['years', 'yr'],
  ['kg', 'kg'],
  ['g', 'g'],
  ['grams', 'g'],
  ['km', 'km'],
  ['m', 'm'],
  ['meters', 'm'],
  ['metres', 'm'],
  ['cm', 'cm'],
  ['mm', 'mm'],
  ['px', 'px'],
  ['pixels', 'px'],
  ['kb', 'kb'],
  ['mb', 'mb'],
  ['gb', 'gb'],
  ['usd', 'usd'],
  ['eur', 'eur'],
  ['gbp', 'gbp'],
  ['cents', 'cents'],
])
const spokenUnits: ReadonlyMap<string, string> = new Map([
  ...suffixes,
  ['millisecond', 'ms'],
  ['second', 's'],
  ['minute', 'min'],
  ['hour', 'h'],
  ['day', 'd'],
  ['week', 'wk'],
  ['month', 'mo'],
  ['year', 'yr'],
  ['gram', 'g'],
  ['kilogram', 'kg'],
  ['kilograms', 'kg'],
  ['kilometers', 'km'],
  ['kilometres', 'km'],
  ['meter', 'm'],
  ['metre', 'm'],
  ['pixel', 'px'],
  ['kilobytes', 'kb'],
  ['megabytes', 'mb'],
  ['gigabytes', 'gb'],
  ['dollar', 'usd'],
  ['dollars', 'usd'],
  ['euro', 'eur'],
  ['euros', 'eur'],
  ['pounds', 'gbp'],
  ['cent', 'cents'],
])

const fieldUnits: ReadonlyMap<string, string> = new Map([
  ...suffixes,
  ['percent', 'percent'],
  ['fraction', 'fraction'],
])

const lists =
  /(?:^|_)(?:tags|hashtags|images|photos|authors|keywords|categories|labels|items|reviewers|languages|skills|features|colors|sizes|emails|links)$/i

/** Whether a field is named for several things, so that its values may be lists. */
export function holdsLists({ name, known }: FieldRef): boolean {
  return known?.type === 'list' || (known?.type === undefined && lists.test(name))
}

/** Whether a field holds days or times, by its type or else by its name. */
export function holdsTimes({ name, known }: FieldRef): boolean {
  return known?.type === 'time' || ((known?.type ?? 'text') === 'text' && times.test(name))
}

/** Whether a field holds one of few values, so that a bare word after `is` is one of them. */
export function holdsCategory({ name, known }: FieldRef): boolean {
  return known?.values !== undefined || categories.test(name)
}

/** Whether a field holds texts in which people write. */
export function holdsProse({ name, known }: FieldRef): boolean {
  return known?.values === undefined && proses.test(name)
}

/** Whether a number that a field is held against may be the length of its text. */
export function holdsWriting({ name, known }: FieldRef): boolean {
  return known?.values === undefined && writings.test(name)
}

export function holdsEmails({ name }: FieldRef): boolean {
  return emails.test(name)
}

export function holdsAddresses({ name }: FieldRef): boolean {
  return addresses.test(name)
}

/** `percent` and `fraction`, or the unit that the field has by its declaration or the end of its name; null where it has none. */
export function unitOf({ name, known }: FieldRef): string | null {
  const declared = known?.unit?.trim().toLowerCase()
  if (declared !== undefined) return fieldUnits.get(declared) ?? spokenUnits.get(declared) ?? declared
  if (percents.test(name)) return 'percent'
  if (fractions.test(name)) return 'fraction'
  const [, end] = /[_\s-]([a-z]+)$/i.exec(name) ?? []
  return end === undefined ? null : (suffixes.get(end.toLowerCase()) ?? null)
}

/** The unit that a word after a number names; null for any other word. */
export function spokenUnit(word: string): string | null {
  return spokenUnits.get(word) ?? null
}

/** Whether a noun names a currency. */
export function isCurrency(unit: string): boolean {
  return ['usd', 'eur', 'gbp', 'cents'].includes(unit)
}
