import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Site } from './site.ts'

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
]

/** A page uses no device and no payment of the browser. */
const permissionsPolicy = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

const yearSeconds = 31_536_000

export type HtmlPage = {
  readonly status: number
  readonly body: string
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
}

/** A rendered page with the headers that every page has. */
export function htmlPage(
  { isSecure }: Pick<Site, 'isSecure'>,
  status: number,
  page: VNode,
  headers: Record<string, string> = {},
): HtmlPage {
  const policy = [...contentSecurityPolicy, ...(isSecure ? ['upgrade-insecure-requests'] : [])]
  return {
    status,
    body: `<!doctype html>${renderToString(page)}`,
    contentType: 'text/html; charset=utf-8',
    headers: {
      'content-security-policy': policy.join('; '),
      'permissions-policy': permissionsPolicy,
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      ...(isSecure && { 'strict-transport-security': `max-age=${yearSeconds}` }),
      'x-robots-tag': 'noindex',
      ...headers,
    },
  }
}
