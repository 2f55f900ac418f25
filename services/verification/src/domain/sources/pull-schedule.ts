import { findAtPointer } from '../payloads/json-pointer.ts'
import { type SentJson, SentNumber } from '@outturn/canonical'
import type { PullTerms } from './source.ts'

/** Most pages of one sync. */
export const maxPages = 50
const maxBackoffSeconds = 6 * 60 * 60
const jitter = 0.1

/** When a source is fetched next: after its interval, doubled by each failure in a row; `random` is from 0 to 1. */
export function nextSyncAt(
  { interval_seconds: interval }: Pick<PullTerms, 'interval_seconds'>,
  failures: number,
  random: number,
  now: Date,
): Date {
  const backoff = Math.min(interval * 2 ** failures, maxBackoffSeconds)
  const seconds = Math.max(interval, backoff) * (1 - jitter + 2 * jitter * random)
  return new Date(now.getTime() + Math.round(seconds * 1_000))
}

/** The address of a page: the one of the source, with the cursor as its query parameter. No address in an answer is ever followed. */
export function pageUrl({ url, cursor }: PullTerms, at: string | null): string {
  if (cursor === undefined || at === null) return url
  const page = new URL(url)
  page.searchParams.set(cursor.parameter, at)
  return page.href
}

/** The cursor of the page after a document; null where it is the last one. */
export function nextCursor({ cursor }: PullTerms, document: SentJson): string | null {
  if (cursor === undefined) return null
  const found = findAtPointer(document, cursor.pointer)
  if (found instanceof SentNumber) return found.text
  return typeof found === 'string' && found !== '' && found.length <= 1_024 ? found : null
}
