import { nodeSuite } from '@outturn/canonical/node'
import { defineEndpoint, openAccess, pathTo, readReceiptStatus } from '@outturn/contracts'
import { htmlPage } from '@outturn/pages'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { z } from 'zod'
import { type Call, type Route, serve, serveForm } from '../../http/route.ts'
import type { PageSite } from '../../pages/site.ts'
import { readPastedReceipt } from '../../pages/verify/pasted-receipt.ts'
import { mostReceiptLength, verifyPage, type VerifyView } from '../../pages/verify/verify-page.ts'
import type { ReadKeys } from '../keys/key-document.ts'

const page = { status: 200, description: 'The page.', content: { mediaType: 'text/html' } } as const

const showVerify = defineEndpoint({
  operationId: 'show-verify',
  path: '/verify',
  access: openAccess,
  summary: 'Verify the file of a receipt in the browser',
  isInternal: true,
  tag: 'Pages',
  ignoresQuery: true,
  success: page,
})

const verifyPasted = defineEndpoint({
  operationId: 'verify-pasted-receipt',
  path: '/verify',
  access: openAccess,
  summary: 'Verify a pasted receipt for a browser without scripts',
  isInternal: true,
  tag: 'Pages',
  body: z.strictObject({ receipt: z.string().max(mostReceiptLength) }),
  // A form writes each quote of a receipt as three characters.
  bodyLimit: { bytes: 256 * 1_024 },
  success: page,
})

/** The browser names the page that sends a form, so that the form of another site is told from it. */
const withForm = { 'referrer-policy': 'same-origin' }

/** A page that verifies receipts of this deployment; `readKeys` gives the published keys. */
export function verifyPageRoutes(site: PageSite, readKeys: ReadKeys): readonly Route[] {
  const empty = htmlPage(site, 200, verifyPage(site, { text: '', outcome: null }), {
    ...withForm,
    'cache-control': 'public, max-age=300',
  })
  return [
    serve(showVerify, () => empty),
    serveForm(verifyPasted, async (call) => {
      const text = call.body.receipt
      const view = { text, outcome: await outcomeOf(call, text, readKeys) }
      return htmlPage(site, 200, verifyPage(site, view), { ...withForm, 'cache-control': 'no-store' })
    }),
  ]
}

async function outcomeOf(call: Call, text: string, readKeys: ReadKeys): Promise<VerifyView['outcome']> {
  const pasted = readPastedReceipt(text)
  if ('problem' in pasted) return pasted
  const { receipt, id, environment } = pasted
  const [keys, status] = await Promise.all([readKeys(call), id === null ? undefined : readStatus(call, id)])
  // The verifier reads JSON, as any reader of the published document does.
  const trustSet = parseKeyDocument(JSON.parse(JSON.stringify(keys)))
  // The arithmetic of browsers would take this thread five times as long.
  const suite = nodeSuite
  return {
    verdict: verifyOutcomeReceipt(receipt, { trustSet, environment, status, now: call.now, suite }),
    id,
  }
}

/** The answer of the status route; without one the verdict says that the status is not known. */
async function readStatus(call: Call, id: string): Promise<unknown> {
  const path = pathTo(readReceiptStatus.http, { receipt_id: id })
  const { status, body } = await call.dispatch({ method: 'GET', path, headers: {}, isRateLimited: true })
  return status === 200 ? (JSON.parse(Buffer.from(body).toString()) as unknown) : undefined
}
