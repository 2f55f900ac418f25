import { createSite, type Site } from '@outturn/pages'
import type { PageAssets } from './assets.ts'

/** The facts that the gateway's pages share. */
export type PageSite = Site & {
  /** Name of the service in its paths and documents. */
  readonly slug: string
  /** Path of the published keys. */
  readonly keysUrl: string
  readonly verifyScript: string
  readonly verifyFileScript: string
}

export function createPageSite(slug: string, publicUrl: string, assets: PageAssets): PageSite {
  const keysUrl = `/.well-known/${slug}-keys.json`
  const site = createSite({
    name: `${slug.charAt(0).toUpperCase()}${slug.slice(1)}`,
    publicUrl,
    assets,
    nav: [
      { href: '/docs', text: 'Docs' },
      { href: '/#prices', text: 'Prices' },
      { href: '/sign-in', text: 'Sign in' },
    ],
    foot: [
      { href: '/verify', text: 'Verify a receipt' },
      { href: keysUrl, text: 'Public keys' },
      { href: '/docs', text: 'Docs' },
      { href: '/openapi.json', text: 'API description' },
      { href: '/.well-known/security.txt', text: 'Security' },
    ],
  })
  return {
    ...site,
    slug,
    keysUrl,
    verifyScript: assets.scripts['verify-receipt'],
    verifyFileScript: assets.scripts['verify-file'],
  }
}
