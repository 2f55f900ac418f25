import {
  absent,
  defineEndpoint,
  followPurchase,
  openAccess,
  personAccess,
  purchaseReturnPath,
} from '@outturn/contracts'
import { htmlPage } from '@outturn/pages'
import { consolePage } from '../../../console/pages/console-page.ts'
import { moneyRoles } from '../../../console/pages/money/money-roles.ts'
import { purchaseContent, purchaseReturnPage } from '../../../console/pages/money/purchase-pages.ts'
import { asPerson } from '../../../console/sessions/person-principal.ts'
import { localAddress, servePerson } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import { type Route, serve } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'

const params = { purchase_id: { pattern: '^cpp_[0-9a-f]{24}$', description: 'Id of a purchase.' } }
const page = {
  isInternal: true,
  tag: 'Pages',
  isRateLimited: false,
  params,
  ignoresQuery: true,
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
} as const

const showPurchase = defineEndpoint({
  ...page,
  access: personAccess(moneyRoles),
  operationId: 'show-purchase',
  path: '/console/credits/purchases/:purchase_id',
  summary: 'See whether a purchase of credits was paid',
  deadlineMs: 15_000,
})
const showPurchaseReturn = defineEndpoint({
  ...page,
  access: openAccess,
  operationId: 'show-purchase-return',
  path: purchaseReturnPath(':purchase_id'),
  summary: 'Come back from the page of the payment processor',
})

/** A purchase by card in the browser. Its state is read from billing, never from the way back. */
export function purchaseRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showPurchase, cookies, async (call, person) => {
      const { accountId, instance } = person
      const purchaseId = idIn(call.params)
      const found = await instance.bus.request(
        followPurchase,
        { accountId, purchaseId },
        asPerson(call, person),
      )
      return consolePage(
        site,
        person,
        { title: 'Purchase', current: '/console/credits' },
        purchaseContent(found),
      )
    }),
    // A browser that comes from another site sends no strict cookie, so this page needs none and leads on with a link.
    serve(
      showPurchaseReturn,
      (call) =>
        localAddress(call, 'GET') ??
        htmlPage(site, 200, purchaseReturnPage(site, idIn(call.params)), { 'cache-control': 'no-store' }),
    ),
  ]
}

function idIn({ purchase_id: id = '' }: Readonly<Record<string, string>>): string {
  if (!/^cpp_[0-9a-f]{24}$/.test(id)) throw absent('There is no such purchase.')
  return id
}
