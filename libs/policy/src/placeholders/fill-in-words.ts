/** What a blank stands for when it is named: the thing that is missing. */
const things = wordsOf(`
  account address age amount area balance bank blank budget buyer cents city client clients code color colour column company
  companies contact contractor contacts cost count country currency customer date dates day days deadline department description
  details district duration e-mail email employer end fee field fields figure firm format freelancer hour hours id initials language
  lead leads length link location manager maximum minimum model month months name names number numbers occupation organisation
  organization party payment percent percentage period person phone place placeholder position postcode price product project
  provider quantity qty rate reason recipient records region role row rows seller sender service signature signatory size start
  state status street sum supplier tax telephone text time timezone title topic total type unit units url value vat vendor website
  week weeks weekday word words year years zip`)

/** Words that only say more of the thing: whose it is, in what it is counted. */
const around = wordsOf(`
  a an the our my his her their its this that each per of in for and or to by from at on no with exact agreed due delivery first
  last full legal final whole max min new other short long here below above if any where applicable as appropriate usd eur gbp
  dollars euros us $ € £ % #`)

/** Whether a text between marks is made of such words alone, one of them a thing: `amount in USD`, not `see the price list`. */
export function areFillInWords(text: string): boolean {
  const words = text.split(/[\s,/|]+|(?<=[$€£#])|(?=%)/).map(bare)
  return words.some((word) => things.has(word)) && words.every(isFillIn)
}

/** The same of a text that names one thing alone: `amount in USD`, not `name, date`. */
export function isOneFillIn(text: string): boolean {
  return !/[,;]|\b(?:and|or)\b/i.test(text) && areFillInWords(text.toLowerCase())
}

function bare(word: string): string {
  return word.replace(/^[(*_:]{1,5}|[)*_:.]{1,5}$/g, '').replace(/['’]s$|\(s$/, '')
}

function isFillIn(word: string): boolean {
  return (
    word === '' ||
    word.split(/[_-]/).every((part) => things.has(part) || around.has(part)) ||
    things.has(word)
  )
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
