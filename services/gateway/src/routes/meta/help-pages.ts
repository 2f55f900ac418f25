import { creditsPath, defineEndpoint, openAccess, versionsPath } from '@outturn/contracts'
import type { VNode } from 'preact'
import { type Route, serve } from '../../http/route.ts'
import type { PageAssets } from '../../pages/assets.ts'
import { creditsPage } from '../../pages/help/credits-page.ts'
import { versionsPage } from '../../pages/help/versions-page.ts'
import { htmlAnswer } from '../../pages/html-answer.ts'

/** Pages that answers lead to. */
export function helpPageRoutes(assets: PageAssets): readonly Route[] {
  const pages: readonly [string, string, string, (assets: PageAssets) => VNode][] = [
    ['show-credits', creditsPath, 'See how an account gets credits', creditsPage],
    ['show-versions', versionsPath, 'See what of the interface is on its way out', versionsPage],
  ]
  return pages.map(([operationId, path, summary, page]) =>
    serve(
      defineEndpoint({
        operationId,
        path,
        access: openAccess,
        summary,
        ignoresQuery: true,
        success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
      }),
      () => htmlAnswer(200, page(assets), { 'cache-control': 'public, max-age=300' }),
    ),
  )
}
