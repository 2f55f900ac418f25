import { absent, idPattern, readPublicReceipt, type ReceiptStatusV1, Refusal } from '@outturn/contracts'
import type { OutcomeReceiptBody } from '@outturn/contracts'
import { type Call, defineRoute, json, type Route } from '../../http/route.ts'
import { hostedInstances } from '../../instance.ts'
import { assetFolder, type PageAssets } from '../../pages/assets.ts'
import { htmlAnswer } from '../../pages/html-answer.ts'
import { receiptPage } from '../../pages/receipt-page.ts'
import { refusalPage } from '../../pages/refusal-page.ts'
import { asCaller } from '../bus-call.ts'
import { receiptIdOf } from './receipts.ts'

type PublicReceipt = { receipt: OutcomeReceiptBody; status: ReceiptStatusV1 }

const params = { receipt_id: { pattern: idPattern('receipt').source, description: 'Id of the receipt.' } }
const asset = /^[a-z-]+-[0-9a-f]{16}\.(?:js|css)$/

/** The page of a receipt, its file, and what the page loads. */
export function receiptPageRoutes(slug: string, assets: PageAssets): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/r/:receipt_id',
      operation: 'show-receipt',
      summary: 'See a receipt as a page that verifies itself in the browser',
      isRateLimited: true,
      query: 'ignored',
      params,
      success: { status: 200, description: 'The page.', content: { mediaType: 'text/html' } },
      refuses: ['not_found'],
      async answer(call) {
        try {
          const found = await readAnywhere(call)
          return htmlAnswer(200, receiptPage({ ...found, keysUrl: `/.well-known/${slug}-keys.json` }, assets))
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          return refusalPage(error, { thing: 'receipt', requestId: call.requestId }, assets)
        }
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/r/:receipt_id/receipt.json',
      operation: 'download-receipt',
      summary: 'Download a receipt for offline verification',
      isRateLimited: true,
      query: 'ignored',
      params,
      success: { status: 200, description: 'The receipt alone.', content: { mediaType: 'application/json' } },
      refuses: ['not_found'],
      async answer(call) {
        const { receipt } = await readAnywhere(call)
        return json(200, receipt, { 'content-disposition': `attachment; filename="${receipt.id}.json"` })
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${assetFolder}/:name`,
      operation: 'read-asset',
      summary: 'Read a file of a page',
      isInternal: true,
      isRateLimited: false,
      query: 'ignored',
      success: { status: 200, description: 'The file.', content: { mediaType: '*/*' } },
      answer({ params: { name = '' } }) {
        const file = asset.test(name) ? assets.files.get(name) : undefined
        if (file === undefined) throw absent('There is no such file.')
        return {
          status: 200,
          body: file.bytes,
          contentType: file.contentType,
          headers: { 'cache-control': 'public, max-age=31536000, immutable' },
        }
      },
    }),
  ]
}

/** Asks each environment in turn: a receipt belongs to one, and the id does not say which. */
async function readAnywhere(call: Call): Promise<PublicReceipt> {
  const receiptId = receiptIdOf(call)
  const options = { ...asCaller(call), principal: { kind: 'public' } as const }
  for (const { bus } of hostedInstances(call.instances)) {
    try {
      return await bus.request(readPublicReceipt, { receiptId }, options)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
    }
  }
  throw absent('There is no such receipt.')
}
