import { sourceParams, testSource } from '@outturn/contracts'
import { json, type Route, serve } from '../../http/route.ts'
import { memberText } from '../../wire/body/member-text.ts'
import { pathParameter } from '../../wire/path-parameter.ts'
import { asCaller } from '../bus-call.ts'

/** Passes the payload on as the text that was sent, in which 4.50 is not 4.5. */
export const testSourceRoute: Route = serve(testSource.http, async (call) => {
  const input = {
    accountId: 'accountId' in call.principal ? call.principal.accountId : '',
    sourceId: pathParameter('source_id', sourceParams.source_id, call.params),
    text: memberText(call.bytes, 'payload'),
  }
  const reply = await call.instance.bus.requestBytes(testSource, input, asCaller(call))
  return json(testSource.http.success.status, reply.bytes)
})
