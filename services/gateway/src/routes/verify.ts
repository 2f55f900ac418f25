import { OneCallRequest, OneCallResponse, verifyDelivery } from '@outturn/contracts'
import { failPoint } from '@outturn/service'
import { type Answer, type Call, defineRoute, json } from '../http/route.ts'
import { asCaller } from './bus-call.ts'
import { assertSandboxCanVerify } from './sandbox-capabilities.ts'

/** With a sandbox token either path can find the budget used up. */
const refuses = [...verifyDelivery.refuses, 'limit_reached', 'sandbox_resting'] as const
const success = {
  status: 201,
  description: 'The verdict, what was earned and the receipt.',
  content: OneCallResponse,
}

/** Longer than the spool service waits for a run, so that its own answer arrives first. */
const deadlineMs = 12_000

export const verifyDeliveryRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/verify',
  operation: 'verify-delivery',
  summary: 'Verify delivered work in one call',
  isRateLimited: true,
  deadlineMs,
  body: OneCallRequest,
  success,
  refuses,
  answer: verify,
})

export const verifySandboxDeliveryRoute = defineRoute({
  method: 'POST',
  path: '/api/sandbox/verify',
  operation: 'verify-sandbox-delivery',
  summary: 'Verify delivered work in one call, in the sandbox',
  isRateLimited: true,
  deadlineMs,
  body: OneCallRequest,
  success,
  refuses,
  answer: verify,
})

async function verify(call: Call<OneCallRequest>): Promise<Answer> {
  const { instance, identity, body: request } = call
  const options = { ...asCaller(call), ...call.commandIdentity(request.idempotency_key) }
  const send = () => instance.bus.requestBytes(verifyDelivery, { request }, options)
  const { sessionId } = identity ?? {}
  if (sessionId !== undefined) assertSandboxCanVerify(request, instance.sessions.budget)
  failPoint('gateway.before-command')
  const reply = sessionId === undefined ? await send() : await instance.sessions.countVerify(sessionId, send)
  failPoint('gateway.before-answer')
  // The bytes are the ones that were signed and stored; parsing them here would only cost.
  return json(201, reply.bytes, reply.isReplayed ? { 'idempotent-replayed': 'true' } : undefined)
}
