import { defineEndpoint, openAccess } from '@outturn/contracts'
import { z } from 'zod'
import { type Route, serve } from '../../http/route.ts'

const openReceipt = defineEndpoint({
  operationId: 'open-receipt',
  path: '/r',
  access: openAccess,
  tag: 'Pages',
  summary: 'Go to the page of a receipt by its id',
  isInternal: true,
  query: z.strictObject({ id: z.string().optional() }),
  success: { status: 303, description: 'The address of the page.', content: { mediaType: 'text/html' } },
})

const wholeId = /ocr_[0-9a-f]{24}/
const longestShown = 80

/** Where the form leads that asks for the id of a receipt; a whole link is taken, too. */
export const openReceiptRoute: Route = serve(openReceipt, ({ query: { id = '' } }) => {
  const asked = (wholeId.exec(id)?.[0] ?? id.trim()).slice(0, longestShown)
  const location = /^\.*$/.test(asked) ? '/' : `/r/${encodeURIComponent(asked)}`
  return { status: 303, body: '', contentType: 'text/html; charset=utf-8', headers: { location } }
})
