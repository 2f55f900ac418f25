import type { JsonObject, JsonValue } from '@outturn/canonical'
import type { TableDialect } from './tables/table-file.ts'
import type { ObservationFailure } from '@outturn/vocabulary'

/** What is held of an evidence item; `unavailable` when its source answered with an error. No checker reads a statement. */
export type JudgedContent =
  | { readonly kind: 'rows'; readonly rows: readonly JsonObject[] }
  | { readonly kind: 'json'; readonly json: JsonValue }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'bytes'
      readonly base64: string
      readonly media_type: string
      /** How the bytes are read as a table, where they were taken as one. */
      readonly dialect?: TableDialect
    }
  | { readonly kind: 'reference'; readonly url?: string; readonly sha256?: string }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'confirmation' | 'external_result' | 'review' | 'dispute' }

/** What a checker sees of an evidence item. Times are RFC 3339. */
export interface JudgedItem {
  readonly content: JudgedContent
  readonly observedAt: string | null
  readonly receivedAt: string
}

/** What the guarded fetcher saw of one URL: its status, or why there is none. */
export interface JudgedObservation {
  readonly status: number | null
  readonly failure: ObservationFailure | null
}
