import { type Asker, fieldsIn, questionOf, readable, sentencesOf, wholeOf } from '../inquiry.ts'

const forms =
  /\b(?:required|mandatory|needed|present|given|set|filled in)\b.*\bunless\b.*\b(?:present|given|set|filled in|available|known)$|\bwithout\b.*\b(?:must|should|need|needs|have|has|require)\b|\b(?:if|when|where)\b.*\b(?:missing|empty|blank|absent|not (?:given|present|set))\b.*\b(?:required|mandatory|needed|present|given|set|filled in)$|\b(?:required|mandatory|needed)\b.*\b(?:if|when|where)\b.*\b(?:missing|empty|blank|absent|not (?:given|present|set))$/i

/** Asks whether one of two fields is enough: `email is required unless phone is present`. */
export const askEitherField: Asker = (inquiry) => {
  const whole = wholeOf(inquiry)
  const [first, second, third] = fieldsIn(inquiry)
  if (first === undefined || second === undefined || third !== undefined) return null
  if (
    !forms.test(whole.text.replace(/[.!]+$/, '')) ||
    inquiry.tokens.some(({ kind }) => kind === 'number' || kind === 'quoted')
  )
    return null
  return questionOf(
    {
      ...whole,
      reason: 'several_readings',
      question: `Must each row have at least one of ${JSON.stringify(first.name)} and ${JSON.stringify(second.name)}?`,
      wants: 'reading',
    },
    readable(
      inquiry,
      sentencesOf([`every row has either ${JSON.stringify(first.name)} or ${JSON.stringify(second.name)}`]),
    ),
  )
}
