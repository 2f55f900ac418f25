import { type Asker, questionOf, readable, wholeOf } from '../inquiry.ts'

const whole = '(?:fields?|columns?|cells?|values?|attributes?|entries|data)'
const given =
  '(?:filled(?: in| out)?|given|set|present|provided|populated|required|mandatory|non-?empty|complete|not (?:be )?(?:empty|blank|null|missing))'
const gone = '(?:missing|empty|blank|null|absent)'
const modal =
  '(?:(?:is|are|be|must|should|shall|may|can|has to|have to|needs? to|always|never|have|has|contain)\\s+)*'
const sentence = new RegExp(
  `^(?:${[
    `(?:all|every|each|all of the|all the) ${whole} ${modal}${given}`,
    `(?:no|without(?: any)?|zero) (?:${gone}(?: or ${gone})?) ${whole}`,
    '(?:no|without(?: any)?|zero) (?:blanks|nulls|gaps|missing data)',
    `(?:no|none of the) ${whole} ${modal}(?:left )?${gone}`,
    `nothing ${modal}(?:left )?${gone}`,
  ].join(
    '|',
  )})(?: (?:in|for|of|on|across) (?:any|every|each|all|all the|the) (?:rows?|columns?|fields?|records?|entries|table|file|dataset))*$`,
  'i',
)
/** A question that lists more columns than this is not read. */
const maxFields = 40

/** Asks whether `no missing values` means every column that is known. */
export const askEveryField: Asker = (inquiry) => {
  const all = wholeOf(inquiry)
  const { fields } = inquiry.circumstances
  const text = all.text
    .replace(/[.!]+$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:there (?:must|should|may|can|shall|are|is)(?: be)? )/i, '')
  if (fields.length === 0 || fields.length > maxFields || !sentence.test(text)) return null
  const names = fields.map(({ name }) => JSON.stringify(name)).join(', ')
  return questionOf(
    {
      ...all,
      reason: 'field_unmarked',
      question: `Must each row have a value in each of these columns: ${names}?`,
      wants: 'sentence',
    },
    readable(inquiry, [{ candidate: names, rewrite: `every row has ${names}` }]),
  )
}
