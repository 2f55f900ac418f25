import { buyPackByMpp, buyPackByX402 } from '@outturn/contracts'
import { presentedPayment } from '../../auth/presented-key.ts'
import { type Answer, type Call, json, type Route, serve } from '../../http/route.ts'
import { digestOf } from '../../wire/command-identity.ts'
import { asCommand, replayHeader } from '../bus-call.ts'

/** The payment stands in a header, as its protocol has it, and what confirms it goes out as one. */
export const buyPackRoutes: readonly Route[] = [
  serve(buyPackByMpp.http, async (call) => {
    const credential = presentedPayment(call.headers)
    const input = { accountId: accountIdOf(call), request: call.request, credential }
    const reply = await call.instance.bus.request(buyPackByMpp, input, asCommand(call))
    return paid(reply, { 'payment-receipt': reply.paymentReceipt })
  }),
  serve(buyPackByX402.http, async (call) => {
    const { request } = call
    const header = call.headers['payment-signature']
    const payment = typeof header === 'string' ? header : null
    const input = { accountId: accountIdOf(call), request, bodyDigest: digestOf(request), payment }
    const reply = await call.instance.bus.request(buyPackByX402, input, asCommand(call))
    return paid(reply, { 'payment-response': reply.paymentResponse })
  }),
]

function paid(reply: { accepted: object; isReplayed: boolean }, headers: Record<string, string>): Answer {
  return json(202, reply.accepted, {
    ...headers,
    ...replayHeader(reply),
    'cache-control': 'private, no-store',
  })
}

function accountIdOf({ identity }: Pick<Call, 'identity'>): string {
  if (identity === null) throw new Error('a pack was bought without an account')
  return identity.principal.accountId
}
