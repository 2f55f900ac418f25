import { receiveDelivery, unsupportedInSandbox } from '@outturn/contracts'
import { readCredential } from '../../auth/credential.ts'
import { json, type Route, serve } from '../../http/route.ts'
import { asPublic } from '../bus-call.ts'

/** Passes a delivery on as it came: every rule about it is of the service that takes it. */
export const receiveDeliveryRoute: Route = serve(receiveDelivery.http, async (call) => {
  const { instance, params, rawHeaders, bytes, address, requestId, headers } = call
  if (readCredential(headers['authorization'] as string | undefined).kind === 'sandbox') {
    throw unsupportedInSandbox('The sandbox has no sources.')
  }
  const input = {
    sourceId: params['source_id'] ?? '',
    headers: pairsOf(rawHeaders),
    body: Buffer.from(bytes).toString('base64'),
    address,
  }
  const reply = await instance.bus.requestBytes(receiveDelivery, input, {
    ...asPublic(call),
    commandId: requestId,
  })
  return json(receiveDelivery.http.success.status, reply.bytes)
})

function pairsOf(rawHeaders: readonly string[]): [string, string][] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, at) => [
    rawHeaders[2 * at] ?? '',
    rawHeaders[2 * at + 1] ?? '',
  ])
}
