import { describeCheck } from '@outturn/checkers'
import type { ClauseReading } from '../../reading/clause-reading.ts'
import { type Asker, extractOf, type Proposal, questionOf, readable } from '../inquiry.ts'

/** Asks which of several readings is meant, each by the sentences of its checks. */
export const askSeveralReadings: Asker = (inquiry) => {
  if (inquiry.complete.length < 2) return null
  const extract = extractOf(inquiry, 0, inquiry.tokens.length)
  const proposals = inquiry.complete
    .toSorted((one, other) => listsFirst(one) - listsFirst(other))
    .map(({ checks }): Proposal => {
      const sentences = checks.map(
        ({ check, required }) => `${required ? '' : 'ideally '}${describeCheck(check)}`,
      )
      return {
        candidate: sentences.join('; '),
        rewrite: sentences.length === 1 ? (sentences[0] ?? '') : sentences,
      }
    })
  return questionOf(
    {
      ...extract,
      reason: 'several_readings',
      question: `${JSON.stringify(extract.text)} can be read in more than one way. Which one is meant?`,
      wants: 'reading',
    },
    readable(inquiry, proposals),
  )
}

/** A field with a name in the plural is a list rather than a text. */
function listsFirst({ checks }: ClauseReading): number {
  return checks.some(
    ({ check }) =>
      check.checker === 'json_path' && check.operator === 'contains' && /[^s]s'\]$/.test(check.path),
  )
    ? 0
    : 1
}
