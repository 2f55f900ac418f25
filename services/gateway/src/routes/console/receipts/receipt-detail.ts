import {
  defineEndpoint,
  personAccess,
  readPublicReceipt,
  receiptParams,
  searchBilling,
  searchSigning,
} from '@outturn/contracts'
import { personRoles } from '@outturn/vocabulary'
import { consolePage } from '../../../console/pages/console-page.ts'
import { receiptDetailContent } from '../../../console/pages/receipts/receipt-detail-page.ts'
import { receiptListPath } from '../../../console/pages/receipts/receipt-list-page.ts'
import { orNull } from '../../../console/panel.ts'
import { asPerson } from '../../../console/sessions/person-principal.ts'
import { servePerson } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { pathParameter } from '../../../wire/path-parameter.ts'
import { namesOf } from './receipt-list.ts'

const showReceiptOfAccount = defineEndpoint({
  operationId: 'show-receipt-of-account',
  path: `${receiptListPath}/:receipt_id`,
  params: receiptParams,
  access: personAccess(personRoles),
  summary: 'See a receipt of the account',
  isInternal: true,
  isRateLimited: false,
  tag: 'Pages',
  ignoresQuery: true,
  success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
})

/** A receipt for an account that is a party of it; one of other accounts is one that does not exist. */
export function receiptDetailRoute(site: PageSite, cookies: ConsoleCookies): Route {
  return servePerson(showReceiptOfAccount, cookies, async (call, person) => {
    const { bus } = person.instance
    const options = asPerson(call, person)
    const receiptId = pathParameter('receipt_id', receiptParams.receipt_id, call.params)
    const { hits } = await bus.request(searchSigning, { ids: [receiptId] }, options)
    const own = hits.find(({ id }) => id === receiptId)
    if (own?.spoolId === undefined || own.runId === undefined) throw receiptParams.receipt_id.absent()
    const { spoolId, runId } = own
    const [shown, names, charges] = await Promise.all([
      bus.request(readPublicReceipt, { receiptId }, options),
      orNull(() => namesOf(person, [{ spoolId }], options)),
      orNull(() => bus.request(searchBilling, { ids: [runId] }, options)),
    ])
    const mayWrite = person.role === 'owner' || person.role === 'developer'
    const content = receiptDetailContent(
      {
        ...shown,
        spoolId,
        runId,
        name: names?.get(spoolId) ?? null,
        charge: charges?.hits.find((hit) => hit.runId === runId) ?? null,
        isPartial: names === null || charges === null,
        maySeeSpools: person.role !== 'billing',
        mayDispute: mayWrite && shown.status.state === 'current',
      },
      site,
    )
    const page = { title: `Receipt ${receiptId}`, current: receiptListPath, script: site.verifyScript }
    return consolePage(site, person, page, content)
  })
}
