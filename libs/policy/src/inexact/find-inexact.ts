import type { PolicyPath } from '@outturn/vocabulary'
import { rowNoun } from '../sentences/phrases.ts'
import { findPlaceholder, type Range } from '../placeholders/placeholder.ts'
import { type InexactForm, inexactForms } from './inexact-forms.ts'
import { askTime, askTotal, type Inexact, type Inquiry } from './inquiry.ts'
import { isTimeOfDelivery, speaksOfDelivery } from '../sentences/topics.ts'

/**
 * The places of a clause that are not exact, in order and without overlaps, at most one for each part of an agreement;
 * none when it is as exact as it can be.
 */
export function findInexact(clause: string, sentence: string): readonly Inexact[] {
  const found: Inexact[] = []
  for (const place of [blankIn(clause), ...inexactForms.map((form) => inexactIn(clause, sentence, form))]) {
    if (place !== null && found.every((other) => isApart(place, other))) found.push(place)
  }
  return found.toSorted((a, b) => a.phrase.start - b.phrase.start)
}

function isApart(a: Inexact, b: Inexact): boolean {
  return a.path !== b.path && (a.phrase.end <= b.phrase.start || b.phrase.end <= a.phrase.start)
}

function inexactIn(clause: string, sentence: string, form: InexactForm): Inexact | null {
  const { path, pattern, applies, question, wants, fills, meanings } = form
  if (applies?.(clause, sentence) === false) return null
  const groups = pattern.exec(clause)?.indices?.groups
  const hole = groups?.['hole']
  if (hole === undefined) return null
  const phrase = groups?.['phrase'] ?? hole
  const candidates = meanings?.(clause.slice(...hole)) ?? []
  return {
    ...{ path, phrase: rangeOf(phrase), hole: rangeOf(hole), question, wants, fills },
    ...(candidates.length > 0 && { candidates }),
  }
}

/** A blank that somebody still has to fill in, whatever it is about. */
function blankIn(clause: string): Inexact | null {
  const blank = findPlaceholder(clause)
  if (blank === null) return null
  const range = { start: blank.start, end: blank.end }
  return { ...blankTopics[topicOf(clause, blank.text)], phrase: range, hole: range }
}

const blankTopics: { readonly [Path in PolicyPath]: Inquiry } = {
  value: askTotal,
  unitization: { ...askTotal, path: 'unitization', fills: [] },
  deadline: askTime,
  conditions: { path: 'conditions', question: 'What is the exact value?', wants: 'condition', fills: [] },
  terms: { path: 'terms', question: 'What stands in place of the blank?', wants: 'text', fills: [] },
}

const aboutConditions = new RegExp(
  `\\b(?:every|each|no|all) ${rowNoun}\\b|\\b${rowNoun}\\b|\\bduplicates?\\b|\\bunique\\b|\\bfield\\b|\\bsha-?\\d+\\b|\\b(?:text|document|report|content) (?:must )?(?:contains?|includes?|mentions?)\\b|\\$[.[]|https?://`,
  'i',
)
const aboutPrice = /\$|\b(?:price|amount|budget|total|pays?|payment|fee|cost|USD|dollars)\b/i

function topicOf(clause: string, blank: string): PolicyPath {
  if (aboutConditions.test(clause)) return 'conditions'
  if (aboutPrice.test(clause) || /amount|price/i.test(blank)) return 'value'
  const isDate = /date|tbd|tba|tbc|_/i.test(blank)
  if (isDate && speaksOfDelivery(clause) && isTimeOfDelivery(clause, clause)) return 'deadline'
  return 'terms'
}

function rangeOf([start, end]: readonly [number, number]): Range {
  return { start, end }
}
