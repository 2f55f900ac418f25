import { previewDelivery, verifyDelivery, verifySandboxDelivery } from '@outturn/contracts'
import { failPoint } from '@outturn/service'
import { json, type Route, serve } from '../../http/route.ts'
import { asCaller, asCommand, passedText, replayHeader } from '../bus-call.ts'
import { countedBySandbox, previewedInSandbox } from '../ordinary.ts'

export const verifyDeliveryRoutes: readonly Route[] = [verifyDelivery.http, verifySandboxDelivery].map(
  (endpoint) =>
    serve(endpoint, async (call) => {
      const input = { request: call.request, rows: passedText(call, 'rows') }
      const { bus } = call.instance
      if (call.query.dry_run) {
        const preview = () => bus.requestBytes(previewDelivery, input, asCaller(call))
        return json(200, (await previewedInSandbox(call, 'verifies', preview)).bytes)
      }
      const options = asCommand(call)
      failPoint('gateway.before-command')
      const send = () => bus.requestBytes(verifyDelivery, input, options)
      const reply = await countedBySandbox(call, 'verifies', send)
      failPoint('gateway.before-answer')
      // The bytes are the ones that were signed and stored; parsing them here would only cost.
      return json(201, reply.bytes, replayHeader(reply))
    }),
)
