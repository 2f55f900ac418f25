import { auditInvoice } from '@outturn/contracts'
import { type Route, serve } from '../../http/route.ts'
import { asCommand, passedText } from '../bus-call.ts'
import { countedBySandbox, replyAnswer } from '../ordinary.ts'

/** Passes the whole request on as a text: it may have megabytes, and no event loop reads them. */
export const auditInvoiceRoute: Route = serve(auditInvoice.http, async (call) => {
  const { pdf } = call.passed
  const input = { audit: passedText(call, 'audit'), ...(pdf !== undefined && { pdf }) }
  const send = () => call.instance.bus.requestBytes(auditInvoice, input, asCommand(call))
  return replyAnswer(
    auditInvoice.http,
    call,
    await countedBySandbox(call, auditInvoice.http.sandboxUse, send),
  )
})
