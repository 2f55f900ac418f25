import { readIcon } from '@outturn/pages'
import type { PageSite } from './site.ts'

export type SiteFile = {
  readonly path: string
  readonly operationId: string
  readonly contentType: string
  readonly cacheSeconds: number
  readonly bytes: () => Promise<Uint8Array> | Uint8Array | string
}

const daySeconds = 86_400

/** RFC 9116 wants a contact that is confirmed at least once a year: each build does so, days. */
const contactDays = 364
const text = 'text/plain; charset=utf-8'

/** Files at fixed addresses beside the pages. */
export function siteFiles(site: PageSite, securityContact: string, builtAt: Date): readonly SiteFile[] {
  return [
    {
      path: '/favicon.svg',
      operationId: 'read-favicon',
      contentType: 'image/svg+xml',
      cacheSeconds: 365 * daySeconds,
      bytes: () => readIcon('svg'),
    },
    {
      path: '/favicon.ico',
      operationId: 'read-favicon-ico',
      contentType: 'image/x-icon',
      cacheSeconds: 365 * daySeconds,
      bytes: () => readIcon('ico'),
    },
    {
      path: '/robots.txt',
      operationId: 'read-robots',
      contentType: text,
      cacheSeconds: daySeconds,
      bytes: () => robotsText,
    },
    {
      path: '/.well-known/security.txt',
      operationId: 'read-security-contact',
      contentType: text,
      cacheSeconds: daySeconds,
      bytes: () => securityText(site, securityContact, builtAt),
    },
  ]
}

/** Receipts and shared Spools are for those who have their link. */
const robotsText = `User-agent: *
Allow: /$
Allow: /docs
Disallow: /
`

function securityText({ publicUrl }: PageSite, contact: string, builtAt: Date): string {
  const expires = new Date(builtAt.getTime() + contactDays * daySeconds * 1_000)
  return `Contact: ${contact}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${publicUrl}/.well-known/security.txt
`
}
