import { maxCandidates } from '../../fields/field-candidates.ts'
import type { Question } from '../../outcome.ts'
import { type Asker, type Inquiry, type Proposal, readable, wholeOf } from '../inquiry.ts'

const wording =
  /^(?:(?:there )?(?:must|should|may|can|shall|are|is)?\s*)?(?:(?:no|zero|avoid|prevent|remove|eliminate|exclude|disallow|without(?: any)?|free of|(?:not )?(?:contain|have|include)(?: any)?|contains? no|has no|have no)\s+)?(?:exact |full |complete )?(?:duplicates?|duplicated?|duplication|repeats?|repeated|repetitions?|unique|distinct|dedup(?:lic|ed)\w*|de-dup\w*|different)(?:\s+(?:rows?|records?|entries|items?|leads?|data|values?|allowed|permitted|only|please))*$/i
const subject =
  /^(?:(?:the |all |each |every |our )?(?:rows?|records?|entries|items?|leads?|contacts?|products?|images?|invoices?|list|file|data|dataset|they|it)\s+)?(?:(?:must|should|shall|may|can|has to|have to|needs? to|is|are|be)\s+)*(?:not\s+)?/i

/** `max. 5 % duplicates`: a limit that is exact, without the fields that are compared. */
const limited =
  /^(?:there (?:may|can|must|should) be )?(?:at most|max(?:imum|\.)?(?: of)?|no more than|not more than|up to|<=|≤)\s*(\d{1,2}(?:\.\d{1,2})?) ?(?:%|percent|per cent)(?: of)?(?: the)?(?: all)? ?(?:rows? |records? |entries )?(?:(?:may|can|are|be|may be|can be)\s+)?(?:duplicates?|duplicated?|repeated|repeats?)(?: (?:rows?|records?|entries|values?|allowed|permitted))*$/i

/** Asks by which fields two rows are the same: `no duplicates`. */
export const askDuplicateKey: Asker = (inquiry) => {
  const whole = wholeOf(inquiry)
  const text = whole.text.replace(/[.!]+$/, '').trim()
  const [, percent] = limited.exec(text) ?? []
  if (percent !== undefined) return askKey(inquiry, `at most ${percent}% duplicates`)
  if (
    !/dup|uniq|distinct|repe/i.test(text) ||
    !(wording.test(text) || wording.test(text.replace(subject, '')))
  )
    return null
  if (
    !/\b(?:not?|without|zero|never|avoid|prevent|remove|eliminate|exclude|disallow|free)\b|uniq|distinct|dedup|de-dup|n't\b|different/i.test(
      text,
    )
  )
    return null
  return askKey(inquiry, 'no duplicates')
}

function askKey(inquiry: Inquiry, demand: string): Question | null {
  const { fields } = inquiry.circumstances
  const proposals = fields.slice(0, maxCandidates).map(
    ({ name }): Proposal => ({
      candidate: name,
      rewrite: `${demand} by ${JSON.stringify(name)}`,
    }),
  )
  const kept = readable(inquiry, proposals)
  if (kept.length === 0 && inquiry.compile(`${demand} by "name"`) === null) return null
  return {
    ...wholeOf(inquiry),
    reason: 'field_unmarked',
    question: 'By which fields are two rows the same?',
    wants: 'field',
    candidates: kept.map(({ candidate }) => candidate),
    rewrites: kept.length > 0 ? kept.map(({ rewrite }) => rewrite) : [`${demand} by {}`],
  }
}
