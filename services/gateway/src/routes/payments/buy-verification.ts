import { buyVerification, callerScope, forbidden, invalid, unsupportedInSandbox } from '@outturn/contracts'
import { type Call, json, type Route, serve } from '../../http/route.ts'
import { digestOf } from '../../wire/command-identity.ts'
import { asCaller, replayHeader } from '../bus-call.ts'

const path = buyVerification.http.path

/** One-call verification that is paid for by itself: the headers of the payment go in and out, and all else is billing's. */
export const buyVerificationRoute: Route = serve(buyVerification.http, async (call) => {
  assertMayPay(call)
  const { request } = call
  const bodyDigest = digestOf(request)
  if (call.query.digest !== undefined && call.query.digest !== bodyDigest) {
    throw invalid('digest', 'The digest in the address is not the one of the body.', {
      remediation: `Send the body that the challenge was made for, or leave the digest out of the address of ${path}.`,
    })
  }
  const header = call.headers['payment-signature']
  const payment = typeof header === 'string' ? header : null
  // Its repetitions are known by the payment, and by their key within what billing knows of the payer.
  const options = { ...asCaller(call), commandId: call.requestId }
  const input = { request, bodyDigest, payment, idempotencyKey: call.idempotencyKey }
  const reply = await call.instance.bus.request(buyVerification, input, options)
  return json(201, reply.body, { 'payment-response': reply.paymentResponse, ...replayHeader(reply) })
})

/** Nothing is sold in the sandbox, and the holder of a key for one Spool buys nothing in the name of its account. */
function assertMayPay({ principal, instance }: Call): void {
  if (instance.environment !== 'production') {
    throw unsupportedInSandbox('The sandbox takes no payments.', { field: 'PAYMENT-SIGNATURE' })
  }
  if (principal.kind === 'account' && callerScope(principal) === 'counterparty') {
    throw forbidden('A key of scope counterparty cannot pay for a verification.', {
      reason: 'verify_scope_required',
      remediation: 'Send the call without a key.',
    })
  }
}
