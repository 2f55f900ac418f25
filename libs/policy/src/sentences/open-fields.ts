import type { OpenFields } from '../grammar/compile-condition.ts'
import type { Inexact } from '../inexact/inquiry.ts'

/** The question which fields of the rows the nouns of a clause mean. */
export function askFields({ checker, names, span }: OpenFields): Inexact {
  const nouns = names.map(({ noun }) => JSON.stringify(noun)).join(' and ')
  const isOne = names.length === 1
  const place = { start: span.start, end: span.end }
  return {
    path: 'conditions',
    phrase: place,
    hole: place,
    question: isOne
      ? `Which field of the rows is ${nouns}? Answer with the name of the field as the rows have it.`
      : `Which fields of the rows are ${nouns}? Answer with the names of all fields in ${JSON.stringify(span.text)}, as the rows have them.`,
    wants: checker,
    fills: [],
    candidates: [...new Set(names.flatMap(({ candidates }) => candidates))],
  }
}
