import { type Asker, extractOf, fieldsIn, type Proposal, questionOf, readable } from '../inquiry.ts'

const introduces =
  /^(?:pattern|format|form|template|like|as|mask|shape|matches|match|in|follows|follow|has|have|:)$/

/** Asks which pattern a sample stands for: `segment_id follows the pattern S-0000`. */
export const askSamplePattern: Asker = (inquiry) => {
  const { tokens } = inquiry
  // `matches ABC-1234 format` as well as `matches the format ABC-1234`.
  const isNamedAfter = /^(?:format|pattern|form|template)$/.test(tokens.at(-1)?.folded ?? '')
  const at = tokens.length - (isNamedAfter ? 2 : 1)
  const sample = tokens[at]
  const [field, another] = fieldsIn(inquiry)
  if (sample === undefined || field === undefined || another !== undefined || field.to > at) return null
  if (
    !introduces.test(tokens[at - 1]?.folded ?? '') ||
    !/[\d#]/.test(sample.text) ||
    !/^[A-Za-z0-9_./#-]{3,40}$/.test(sample.text)
  )
    return null
  const name = JSON.stringify(field.name)
  const proposals = [patternOf(sample.text, false), patternOf(sample.text, true)].map(
    (pattern): Proposal => ({ candidate: pattern, rewrite: `${name} matches "${pattern}"` }),
  )
  return questionOf(
    {
      ...extractOf(inquiry, at, at + 1),
      reason: 'inexact_value',
      question: `Which pattern does ${JSON.stringify(sample.text)} stand for: the same letters with any digits, or any letters and digits?`,
      wants: 'reading',
    },
    readable(inquiry, proposals),
  )
}

/** The sample with any digit for each digit or `#` and, where asked, any letter for each letter. */
function patternOf(sample: string, hasAnyLetter: boolean): string {
  return (sample.match(/\d+|#+|[A-Z]+|[a-z]+|[^A-Za-z0-9]/g) ?? [])
    .map((run) => {
      const count = run.length === 1 ? '' : `{${run.length}}`
      if (/[\d#]/.test(run)) return `\\d${count}`
      if (/[A-Za-z]/.test(run)) return hasAnyLetter ? `${/[A-Z]/.test(run) ? '[A-Z]' : '[a-z]'}${count}` : run
      return run.replace(/[.]/g, '[.]')
    })
    .join('')
}
