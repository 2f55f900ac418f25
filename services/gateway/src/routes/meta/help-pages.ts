import { htmlPage, type Site } from '@outturn/pages'
import { showCredits, showVersions } from '@outturn/contracts'
import { type Route, serve } from '../../http/route.ts'
import { creditsPage } from '../../pages/help/credits-page.ts'
import { versionsPage } from '../../pages/help/versions-page.ts'
import { readLanes } from '../site/read-offer.ts'

const cached = { 'cache-control': 'public, max-age=300' }

/** Pages that answers lead to. */
export function helpPageRoutes(site: Site): readonly Route[] {
  return [
    serve(showCredits, async (call) => {
      const lanes = await readLanes(call)
      return htmlPage(
        site,
        200,
        creditsPage(site, { card: lanes?.card === true, wallet: lanes?.x402 === true }),
        cached,
      )
    }),
    serve(showVersions, () => htmlPage(site, 200, versionsPage(site), cached)),
  ]
}
