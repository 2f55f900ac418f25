import { type Asker, questionOf, readable, sentencesOf, wholeOf } from '../inquiry.ts'

const absent = '(?:empty|blank|missing|left out|left empty|omitted|absent|null)'
const forms = [
  new RegExp(`^(?<subject>.+?),? (?:is|are) (?:optional|not required|not mandatory),? but (?<rest>.+)$`, 'i'),
  new RegExp(`^(?<subject>.+?),? (?:may|can) be ${absent},? but (?<rest>.+)$`, 'i'),
  /^(?<subject>.+?), if (?:given|present|provided|set|filled in|any|there),? (?<rest>.+)$/i,
  new RegExp(`^(?<subject>.+? (?:must be|should be|is|are)) either ${absent} or (?<rest>.+)$`, 'i'),
]

/** Asks whether a value is only judged where there is one: `phone is optional but must be in E.164 format`. */
export const askUnlessEmpty: Asker = (inquiry) => {
  const whole = wholeOf(inquiry)
  const text = whole.text.replace(/[.!]+$/, '')
  for (const form of forms) {
    const { subject, rest } = form.exec(text)?.groups ?? {}
    if (subject === undefined || rest === undefined) continue
    const sentences = [
      `${subject} ${rest} or empty`,
      `${subject} ${rest.replace(/^(?:it )?/i, '')} if present`,
    ]
    const question = questionOf(
      {
        ...whole,
        reason: 'several_readings',
        question: 'Does a row without the value pass, and is the value judged where there is one?',
        wants: 'reading',
      },
      readable(inquiry, sentencesOf(sentences)),
    )
    if (question !== null) return question
  }
  return null
}
