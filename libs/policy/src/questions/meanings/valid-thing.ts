import { nearFields } from '../../fields/field-candidates.ts'
import { type Asker, extractOf, isOneClause, questionOf, readable, sentencesOf } from '../inquiry.ts'

const qualities = /^(?:valid|verified|working|correct|real|proper|well-formed|functional|existing|genuine)$/
const forms: readonly (readonly [RegExp, string])[] = [
  [/^e-?mails?\b/, 'is a valid email'],
  [/^(?:phone|telephone|mobile)(?: numbers?)?\b/, 'is a valid phone number in E.164 format'],
  [/^(?:urls?|links?|websites?|web addresses|hyperlinks?)\b/, 'is a valid URL'],
  [/^(?:dates?)\b/, 'is an ISO date'],
  [/^(?:ibans?)\b/, 'is a valid IBAN'],
  [/^(?:uuids?)\b/, 'is a UUID'],
]

/** Asks which field holds a thing that has to be valid, and whether its form is meant: `every row has a valid phone number`. */
export const askValidThing: Asker = (inquiry) => {
  const { tokens, text, circumstances } = inquiry
  const at = tokens.findIndex(({ folded }) => qualities.test(folded))
  if (at < 0 || tokens.length > 10 || !isOneClause(inquiry)) return null
  const rest = text.slice(tokens[at + 1]?.start ?? text.length).toLowerCase()
  const form = forms.find(([noun]) => noun.test(rest))
  if (form === undefined) return null
  const noun = form[0].exec(rest)?.[0] ?? ''
  const names = nearFields(noun, circumstances.fields)
    .slice(0, 5)
    .map(({ name }) => JSON.stringify(name))
  const isGiven = tokens.slice(0, at).some(({ folded }) => /^(?:has|have|with|needs|need|must)$/.test(folded))
  const sentences = names.flatMap((name): (string | readonly string[])[] =>
    isGiven ? [[`every row has ${name}`, `${name} ${form[1]}`]] : [`${name} ${form[1]}`],
  )
  return questionOf(
    {
      ...extractOf(inquiry, at, tokens.length),
      reason: 'field_unmarked',
      question: `Which field holds ${JSON.stringify(noun)}, and is it enough that its form is right?`,
      wants: 'reading',
    },
    readable(inquiry, sentencesOf(sentences)),
  )
}
