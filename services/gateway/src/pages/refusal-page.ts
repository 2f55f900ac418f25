import { htmlPage } from '@outturn/pages'
import { errorCodes, type Refusal } from '@outturn/contracts'
import { retryAfterSeconds } from '../wire/error-body.ts'
import type { Answer } from '../http/route.ts'
import type { PageAssets } from './assets.ts'
import { messagePage } from './message-page.ts'

/** The page that stands in for one that cannot be shown; `thing` is what it would have shown. */
export function refusalPage(
  refusal: Refusal,
  { thing, requestId }: { thing: string; requestId: string },
  assets: PageAssets,
): Answer {
  const isMissing = refusal.status === 404
  const title = isMissing ? `There is no such ${thing}` : 'This page cannot be shown now'
  const message = isMissing ? 'Check the address.' : errorCodes[refusal.code].remediation
  const seconds = retryAfterSeconds(refusal)
  const headers = seconds === null ? {} : { 'retry-after': String(seconds) }
  return htmlPage(refusal.status, messagePage({ title, message, requestId }, assets), headers)
}
