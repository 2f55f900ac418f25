import { htmlPage, type Site } from '@outturn/pages'
import { type Endpoint, showCredits, showVersions } from '@outturn/contracts'
import type { VNode } from 'preact'
import { type Route, serve } from '../../http/route.ts'
import { creditsPage } from '../../pages/help/credits-page.ts'
import { versionsPage } from '../../pages/help/versions-page.ts'

/** Pages that answers lead to. */
export function helpPageRoutes(site: Site): readonly Route[] {
  const pages: readonly [Endpoint, (site: Site) => VNode][] = [
    [showCredits, creditsPage],
    [showVersions, versionsPage],
  ]
  return pages.map(([endpoint, page]) =>
    serve(endpoint, () => htmlPage(site, 200, page(site), { 'cache-control': 'public, max-age=300' })),
  )
}
