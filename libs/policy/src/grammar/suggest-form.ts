import type { CheckerName } from '@outturn/checkers'
import type { Form } from './form.ts'

/** Words that tell what somebody was writing about when no form fits; the first match decides. */
const topics: readonly (readonly [words: RegExp, checker: CheckerName])[] = [
  [/\$[.[]/, 'json_path'],
  [/\b(?:sha-?\d+|hash|checksum|digest)\b/i, 'hash_matches'],
  [/\b(?:duplicates?|unique|distinct)\b/i, 'duplicate_rate'],
  [/\b(?:reachable|returns?|responds?|online|status)\b/i, 'http_status'],
  [/\b(?:urls?|links?|https?)\b/i, 'url_format'],
  [/\b(?:deadline|deliver(?:ed|y)?|late|by|before|until)\b/i, 'deadline_met'],
  [/\b(?:contains?|mentions?|includes?|text)\b/i, 'text_contains'],
  [/\b(?:every|each|all|missing|complete|blank|empty)\b/i, 'completeness'],
  [/\b(?:rows?|records?|entries|count|\d+)\b/i, 'row_count'],
]

/** A sentence that shows the nearest form, or the choice of all when the text is about none of them. */
export function suggestForm(text: string, forms: readonly Form[]): string {
  const checker = topics.find(([words]) => words.test(text))?.[1]
  const nearest = forms.find((form) => form.checker === checker)
  if (nearest !== undefined) {
    return `write it as in ${JSON.stringify(nearest.example)}, or send an object with description and deterministic_check`
  }
  const checkers = [...new Set(forms.map((form) => form.checker))].join(', ')
  return `send an object with description and deterministic_check, whose checker is one of ${checkers}`
}
