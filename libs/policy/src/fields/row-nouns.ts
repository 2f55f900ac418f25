import { foldName } from './fold-name.ts'

/** What one row is called. The list is closed: any other noun with a number counts something else than rows. */
const rowNouns = `
row, record, entry, item, line, observation, data point, sample, unit, element
lead, contact, prospect, company, business, startup, candidate, person, people, profile, account, customer, influencer
product, listing, string, translation, image, picture, photo, annotation, segment, caption
invoice, transaction, payment, order, supplier, vendor, store, shop, restaurant, hotel
task, pull request, pr, check, ticket, post, article, respondent, survey response
`

const known = new Set(
  rowNouns
    .trim()
    .split(/,|\n/)
    .map((noun) => foldName(noun)),
)

/** The most words that the name of a row has. */
export const maxWordsOfRowNoun = 3

/** Whether a noun, in the singular or plural, means one row or the rows. `unitName` is what the request calls a row. */
export function isRowNoun(noun: string, unitName?: string): boolean {
  const folded = foldName(noun)
  return folded !== '' && (known.has(folded) || (unitName !== undefined && folded === foldName(unitName)))
}
