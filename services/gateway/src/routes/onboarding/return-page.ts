import { htmlPage, type Site } from '@outturn/pages'
import { absent, Refusal, returnParams, showReturn } from '@outturn/contracts'
import { type Route, serve } from '../../http/route.ts'
import { errorPage } from '../../pages/error-page.ts'
import { returnPage } from '../../pages/return-page.ts'
import { pathParameter } from '../../wire/path-parameter.ts'
import { findAnywhere } from '../find-anywhere.ts'

/** Where a browser comes to after the setup of payouts, when it would go on to a host that is not allowed for the account. */
export function returnPageRoute(site: Site): Route {
  return serve(showReturn, async (call) => {
    try {
      const id = pathParameter('return_id', returnParams.return_id, call.params)
      const found = await findAnywhere(call, ({ findReturn }) => findReturn(id))
      if (found === null) throw absent('There is no such page.')
      return htmlPage(site, 200, returnPage(found, site), { 'cache-control': 'no-store' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return errorPage(site, { refusal: error, thing: 'page', requestId: call.requestId, now: call.now })
    }
  })
}
