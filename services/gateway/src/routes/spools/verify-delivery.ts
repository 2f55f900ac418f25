import { previewDelivery, verifyDelivery, verifySandboxDelivery } from '@outturn/contracts'
import { failPoint } from '@outturn/service'
import { json, type Route, serve } from '../../http/route.ts'
import { asCaller, asCommand, replayHeader } from '../bus-call.ts'
import { countedBySandbox } from '../ordinary.ts'
import { assertSandboxCanVerify } from '../sandbox/sandbox-capabilities.ts'

export const verifyDeliveryRoutes: readonly Route[] = [verifyDelivery.http, verifySandboxDelivery].map(
  (endpoint) =>
    serve(endpoint, async (call) => {
      const { instance, identity, body } = call
      // The key names the command and is no part of it.
      const { idempotency_key: bodyKey, ...request } = body
      const { bus, sessions } = instance
      if (identity?.sessionId !== undefined) assertSandboxCanVerify(request, sessions.budget)
      if (call.query.dry_run) {
        const preview = () => bus.requestBytes(previewDelivery, { request }, asCaller(call))
        return json(200, (await countedBySandbox(call, 'verifies', preview)).bytes)
      }
      const options = asCommand(call, bodyKey)
      failPoint('gateway.before-command')
      const send = () => bus.requestBytes(verifyDelivery, { request }, options)
      const reply = await countedBySandbox(call, 'verifies', send)
      failPoint('gateway.before-answer')
      // The bytes are the ones that were signed and stored; parsing them here would only cost.
      return json(201, reply.bytes, replayHeader(reply))
    }),
)
