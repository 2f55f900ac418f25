import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Site } from './site.ts'

/** Nothing inline but what the sources allow by their hash, nothing from elsewhere, no frames; scripts have no HTML sinks. */
const contentSecurityPolicy = ({ scripts = [], styles = [], styleAttributes = [] }: InlineHashes) => [
  "default-src 'none'",
  ["script-src 'self'", ...scripts.map(quoted)].join(' '),
  ["style-src 'self'", ...styles.map(quoted)].join(' '),
  ...(styleAttributes.length === 0
    ? []
    : [["style-src-attr 'unsafe-hashes'", ...styleAttributes.map(quoted)].join(' ')]),
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
]

const quoted = (hash: string) => `'${hash}'`

/** Hashes of inline parts that a page may have, such as `sha256-…`. */
export type InlineHashes = {
  readonly scripts?: readonly string[]
  readonly styles?: readonly string[]
  /** Values of `style` attributes. */
  readonly styleAttributes?: readonly string[]
}

/** A page uses no device and no payment of the browser, but its passkeys. */
const permissionsPolicy = [
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  ...[
    'accelerometer',
    'autoplay',
    'camera',
    'display-capture',
    'encrypted-media',
    'fullscreen',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'screen-wake-lock',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((feature) => `${feature}=()`),
].join(', ')

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
  return {
    status,
    body: `<!doctype html>${renderToString(page)}`,
    contentType: 'text/html; charset=utf-8',
    headers: { ...pageHeaders({ isSecure }), ...headers },
  }
}

/** The headers that every page has. */
export function pageHeaders(
  { isSecure }: Pick<Site, 'isSecure'>,
  inline: InlineHashes = {},
): Readonly<Record<string, string>> {
  const policy = [...contentSecurityPolicy(inline), ...(isSecure ? ['upgrade-insecure-requests'] : [])]
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isSecure && { 'strict-transport-security': `max-age=${yearSeconds}` }),
    'x-robots-tag': 'noindex',
  }
}
