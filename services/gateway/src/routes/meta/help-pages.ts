import { htmlPage } from '@outturn/pages'
import { type Endpoint, showCredits, showVersions } from '@outturn/contracts'
import type { VNode } from 'preact'
import { type Route, serve } from '../../http/route.ts'
import type { PageAssets } from '../../pages/assets.ts'
import { creditsPage } from '../../pages/help/credits-page.ts'
import { versionsPage } from '../../pages/help/versions-page.ts'

/** Pages that answers lead to. */
export function helpPageRoutes(assets: PageAssets): readonly Route[] {
  const pages: readonly [Endpoint, (assets: PageAssets) => VNode][] = [
    [showCredits, creditsPage],
    [showVersions, versionsPage],
  ]
  return pages.map(([endpoint, page]) =>
    serve(endpoint, () => htmlPage(200, page(assets), { 'cache-control': 'public, max-age=300' })),
  )
}
