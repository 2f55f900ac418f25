import type { Side } from '@outturn/vocabulary'
import type { FactValues } from '../payloads/map-payload.ts'

/** How a fact came here. */
export type FactProvenance = 'service_fetched' | 'source_webhook_signed'

/** Where a fact stands among those of its sender: its time in seconds, then its id, then the place in its list. */
export type SentOrder = { readonly seconds: number; readonly id: string; readonly index: number }

/** What a source reported of a Spool. */
export type Fact = {
  readonly id: string
  readonly sourceId: string
  readonly spoolId: string
  readonly values: FactValues
  readonly contentDigest: string
  readonly observedAt: string
  readonly provenance: FactProvenance
  readonly registeredBy: Side
  /** Whether the side that earns by it registered its source and knows the secret. */
  readonly isSelfAsserted: boolean
  readonly webhookId: string | null
  readonly sent: SentOrder
  readonly supersedes: string | null
  readonly supersededBy: string | null
}

/** Facts of one sender in its own order: negative where the first comes before the second. */
export function compareSent(a: SentOrder, b: SentOrder): number {
  if (a.seconds !== b.seconds) return a.seconds - b.seconds
  if (a.id !== b.id) return a.id < b.id ? -1 : 1
  return a.index - b.index
}
