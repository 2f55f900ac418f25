import { type Asker, extractOf, fieldsIn, questionOf, readable, sentencesOf } from '../inquiry.ts'
import { holdsEmails } from '../../reading/demands/field-nature.ts'

const domain = /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i
const denials = /^(?:no|not|never|without|except|unless|other)$/

/** Asks whether all addresses have to end with a domain: `every agent email is at acme.com`. */
export const askDomainOfEmails: Asker = (inquiry) => {
  const { tokens } = inquiry
  const [field, another] = fieldsIn(inquiry)
  const domains = [...tokens.entries()].filter(([, { text }]) => domain.test(text))
  const [first, second] = domains
  if (field === undefined || another !== undefined || first === undefined || second !== undefined) return null
  const isOther = tokens.some(({ kind, folded }) => kind !== 'word' || denials.test(folded))
  if (!holdsEmails({ name: field.name, known: null }) || tokens.length > 10 || isOther) return null
  const [at, { text }] = first
  return questionOf(
    {
      ...extractOf(inquiry, at, at + 1),
      reason: 'several_readings',
      question: `Must each ${JSON.stringify(field.name)} end with "@${text}"?`,
      wants: 'reading',
    },
    readable(inquiry, sentencesOf([`${JSON.stringify(field.name)} ends with "@${text}"`])),
  )
}
