import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** Nothing inline, nothing from elsewhere, no frames; scripts only from our own files and without HTML sinks. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

export type HtmlPage = {
  readonly status: number
  readonly body: string
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
}

/** A rendered page with the headers that every page has. */
export function htmlPage(status: number, page: VNode, headers: Record<string, string> = {}): HtmlPage {
  return {
    status,
    body: `<!doctype html>${renderToString(page)}`,
    contentType: 'text/html; charset=utf-8',
    headers: {
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-robots-tag': 'noindex',
      ...headers,
    },
  }
}
