import { buyPackByMpp } from '@outturn/contracts'
import { presentedPayment } from '../../auth/presented-key.ts'
import { type Call, json, serve } from '../../http/route.ts'
import { asCommand } from '../bus-call.ts'

/** The payment stands in Authorization, as its protocol has it, and its receipt goes out as a header. */
export const buyPackRoute = serve(buyPackByMpp.http, async (call) => {
  const input = {
    accountId: accountIdOf(call),
    request: call.body,
    credential: presentedPayment(call.headers),
  }
  const { accepted, paymentReceipt } = await call.instance.bus.request(buyPackByMpp, input, asCommand(call))
  return json(202, accepted, { 'payment-receipt': paymentReceipt, 'cache-control': 'private, no-store' })
})

function accountIdOf({ identity }: Pick<Call, 'identity'>): string {
  if (identity === null) throw new Error('a pack was bought without an account')
  return identity.principal.accountId
}
