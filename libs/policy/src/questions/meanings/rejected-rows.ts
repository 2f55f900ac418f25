import { type Asker, extractOf, questionOf, readable, sentencesOf } from '../inquiry.ts'
import { negated } from './negated.ts'

const forms = [
  /^(?:please )?(?:reject|exclude|discard|drop|remove|refuse|skip|do not (?:accept|pay for|include)|don't (?:accept|pay for|include)|no pay(?:ment)? for) (?:any |all |every |each |the )?(?:rows?|records?|entries|items?|leads?|\w+) (?:where|with|whose|that have|which have|if|when) (?<clause>.+)$/i,
  /^(?:rows?|records?|entries|items?|leads?|\w+) (?:where|with|whose|that have|which have) (?<clause>.+?) (?:will not be|won't be|are not|is not|aren't|must not be|may not be|cannot be|will be|are|must be) (?:paid|accepted|counted|rejected|refused|excluded|removed|discarded|allowed|permitted|included|delivered)(?: for)?$/i,
  /^no (?:rows?|records?|entries|items?|leads?|\w+) (?:where|with|whose|that have|which have|may have) (?<clause>.+)$/i,
]

/** Asks whether the rows that a sentence rejects must not be there at all: `reject any row where score < 5`. */
export const askRejectedRows: Asker = (inquiry) => {
  const extract = extractOf(inquiry, 0, inquiry.tokens.length)
  const text = extract.text.replace(/[.!]+$/, '')
  const clause = forms.map((form) => form.exec(text)?.groups?.['clause']).find((one) => one !== undefined)
  if (clause === undefined) return null
  const checks = inquiry.compile(clause)
  const [only] = checks ?? []
  const sentence = only === undefined || checks?.length !== 1 ? null : negated(only.check)
  return sentence === null
    ? null
    : questionOf(
        {
          ...extract,
          reason: 'several_readings',
          question: `Is a row with ${JSON.stringify(clause)} a row that fails the check?`,
          wants: 'reading',
        },
        readable(inquiry, sentencesOf([sentence])),
      )
}
