import type { MatchFact } from './match-input.ts'

/**
 * The order of facts: by their time, then by the delivery and the place in it, then by their values. The id of the source only orders
 * facts that are equal in all of that; the id of a fact decides nothing.
 */
export function compareFacts(a: MatchFact, b: MatchFact): number {
  return (
    compareTexts(a.occurred_at, b.occurred_at) ||
    a.webhook_timestamp - b.webhook_timestamp ||
    compareTexts(a.webhook_id, b.webhook_id) ||
    a.index - b.index ||
    compareTexts(a.content_digest, b.content_digest) ||
    compareTexts(a.source_id, b.source_id)
  )
}

/** By code units: times, ids and digests have ASCII characters alone. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
