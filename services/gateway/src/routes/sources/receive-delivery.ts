import { hash } from 'node:crypto'
import { receiveDelivery, Refusal, unsupportedInSandbox } from '@outturn/contracts'
import { readCredential } from '../../auth/credential.ts'
import { type Call, json, type Route, serve } from '../../http/route.ts'
import { secondsUntilReset } from '../../rate-limit/rate-headers.ts'
import { asPublic } from '../bus-call.ts'

/** Wrong signatures that one client address may send to one source in a minute. */
const maxWrong = 60

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
  try {
    const reply = await instance.bus.requestBytes(receiveDelivery, input, {
      ...asPublic(call),
      commandId: requestId,
    })
    return json(receiveDelivery.http.success.status, reply.bytes)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unauthenticated') await countWrong(call, input.sourceId)
    throw error
  }
})

/** Counts a wrong signature over all replicas; throws `rate_limited` for one too many. A good delivery from the address is still taken. */
async function countWrong({ instance, address }: Pick<Call, 'instance' | 'address'>, sourceId: string) {
  const caller = `wrong-signature|${hash('sha256', sourceId)}|${address}`
  const counted = await instance.limit(caller, maxWrong)
  if (counted.granted) return
  throw new Refusal('rate_limited', 'Too many deliveries with a wrong signature came from this address.', {
    retryAfterSeconds: Math.max(1, secondsUntilReset(counted)),
    remediation: 'Sign with a current secret of the source, over the bytes that you send.',
  })
}

function pairsOf(rawHeaders: readonly string[]): [string, string][] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, at) => [
    rawHeaders[2 * at] ?? '',
    rawHeaders[2 * at + 1] ?? '',
  ])
}
