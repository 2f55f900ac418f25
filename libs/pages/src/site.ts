import type { BuiltAssets } from './assets.ts'

export type Link = { readonly href: string; readonly text: string }

/** Facts that every page of one deployment shares. */
export type Site = {
  /** The issuer, as a page names it. */
  readonly name: string
  /** Address under which people reach the deployment, without a slash at its end. */
  readonly publicUrl: string
  readonly host: string
  readonly isSecure: boolean
  readonly stylesheet: string
  /** Script of the pages for people who sign in. */
  readonly consoleScript: string
  /** Script of every other page with code to copy. */
  readonly copyScript: string
  /** Links in the head of a page. */
  readonly nav: readonly Link[]
  /** Links in its foot. */
  readonly foot: readonly Link[]
}

type SiteFields = Pick<Site, 'name' | 'nav' | 'foot'> & {
  readonly publicUrl: string
  readonly assets: Pick<BuiltAssets<never>, 'stylesheet' | 'scripts'>
}

export function createSite({ publicUrl, assets, ...fields }: SiteFields): Site {
  const { host, protocol } = new URL(publicUrl)
  return {
    ...fields,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    host,
    isSecure: protocol === 'https:',
    stylesheet: assets.stylesheet,
    consoleScript: assets.scripts.console,
    copyScript: assets.scripts['copy-code'],
  }
}
