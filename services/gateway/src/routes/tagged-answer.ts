import type { HtmlPage } from '@outturn/pages'
import { type Answer, type Call, json } from '../http/route.ts'
import { isKnownTag } from '../wire/spool-tag.ts'
import { headerOf } from './spool-answer.ts'

/** A document with the hash of its bytes as its tag; 304 to a reader that knows it already. */
export function tagged(
  call: Call,
  body: Uint8Array | string,
  hash: string,
  caching: Record<string, string>,
): Answer {
  const tag = `"${hash}"`
  const headers = { etag: tag, ...caching }
  return isKnownTag(headerOf(call, 'if-none-match'), tag) ? json(304, '', headers) : json(200, body, headers)
}

/** A page with the hash of its text as its tag; 304 to a browser that has it already. */
export function taggedPage(call: Call, page: HtmlPage, hash: string): Answer {
  const tag = `"${hash}"`
  const headers = { ...page.headers, etag: tag }
  return isKnownTag(headerOf(call, 'if-none-match'), tag)
    ? { ...page, headers, status: 304, body: '' }
    : { ...page, headers }
}
