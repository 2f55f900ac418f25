import { hash } from 'node:crypto'
import { type Asset, assetFolder, type HtmlPage, htmlPage } from '@outturn/pages'
import {
  absent,
  type CommandInput,
  type CommandOutput,
  downloadReceipt,
  readPublicReceipt,
  readReceiptFile,
  Refusal,
  showReceipt,
  defineEndpoint,
  openAccess,
} from '@outturn/contracts'
import { type Call, serve, json, type Route } from '../../http/route.ts'
import type { PageAssets } from '../../pages/assets.ts'
import { receiptPage } from '../../pages/receipt/receipt-page.ts'
import { absentReceipt } from '../../pages/receipt/absent-receipt.ts'
import type { PageSite } from '../../pages/site.ts'
import { asPublic } from '../bus-call.ts'
import { findAnywhere } from '../find-anywhere.ts'
import { taggedPage } from '../tagged-answer.ts'
import { encodedAnswer, type StaticText, takesGzip, toStaticText } from '../../pages/text-encoding.ts'
import { receiptIdOf } from './receipt-id.ts'

const asset = /^[a-z-]+-[0-9a-f]{16}\.(?:js|css)$/

/** The page of a receipt, its file, and what the page loads. */
export function receiptPageRoutes(site: PageSite, assets: PageAssets): readonly Route[] {
  const texts = new Map<string, Promise<StaticText>>()
  /** Each file is compressed once, when it is first asked for. */
  const textOf = (name: string, { bytes, contentType }: Asset) => {
    const text = texts.get(name) ?? toStaticText(bytes, contentType)
    texts.set(name, text)
    return text
  }
  return [
    serve(showReceipt, async (call) => {
      try {
        const found = await readAnywhere(call, readPublicReceipt)
        const page = htmlPage(site, 200, receiptPage(found, site), { 'cache-control': 'no-cache' })
        return taggedPage(call, page, pageHash(found, page))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return absentReceipt(site, error, call)
      }
    }),
    serve(downloadReceipt, async (call) => {
      const { receipt } = await readAnywhere(call, readReceiptFile)
      const filename = `${receiptIdOf(call)}.json`
      return json(200, receipt.bytes, { 'content-disposition': `attachment; filename="${filename}"` })
    }),
    serve(
      defineEndpoint({
        operationId: 'read-asset',
        path: `${assetFolder}/:name`,
        access: openAccess,
        tag: 'Pages',
        summary: 'Read a file of a page',
        isInternal: true,
        isRateLimited: false,
        ignoresQuery: true,
        success: { status: 200, description: 'The file.', content: { mediaType: '*/*' } },
      }),
      async ({ params: { name = '' }, headers }) => {
        const file = asset.test(name) ? assets.files.get(name) : undefined
        if (file === undefined)
          throw absent('There is no such file.', { remediation: 'Load the page again; it names its files.' })
        const answer = {
          status: 200,
          body: file.bytes,
          contentType: file.contentType,
          headers: { 'cache-control': 'public, max-age=31536000, immutable' },
        }
        return encodedAnswer(answer, await textOf(name, file), takesGzip(headers))
      },
    ),
  ]
}

/** Of what the page says but the time of its status, which is another one at each reading. */
function pageHash({ receipt, status }: CommandOutput<typeof readPublicReceipt>, { body }: HtmlPage): string {
  const { checked_at: _, ...state } = status
  const head = body.slice(0, body.indexOf('</head>'))
  return hash('sha256', JSON.stringify([head, receipt, state]))
}

async function readAnywhere<Q extends typeof readPublicReceipt | typeof readReceiptFile>(
  call: Call,
  asked: Q,
): Promise<CommandOutput<Q>> {
  const receiptId = receiptIdOf(call)
  const found = await findAnywhere(
    call,
    ({ bus }) => bus.request<Q>(asked, { receiptId } as CommandInput<Q>, asPublic(call)),
    'not_found',
  )
  if (found === null) throw absent('There is no such receipt.')
  return found
}
