import {
  OneCallRequest,
  OneCallResponse,
  Preflight,
  previewDelivery,
  verifyDelivery,
} from '@outturn/contracts'
import type { Reply } from '@outturn/messaging'
import { failPoint } from '@outturn/service'
import { type Answer, type Call, defineRoute, json } from '../../http/route.ts'
import { oneCallExample } from '../../openapi/examples.ts'
import { asCaller, asCommand, replayHeader } from '../bus-call.ts'
import { type DryRunQuery, dryRunQuery, isDryRun } from './dry-run.ts'
import { assertSandboxCanVerify } from '../sandbox/sandbox-capabilities.ts'

/** Longer than the spool service waits for a run, so that its own answer arrives first. */
export const verificationDeadlineMs = 12_000

const oneCall = {
  isRateLimited: true,
  deadlineMs: verificationDeadlineMs,
  query: dryRunQuery,
  body: OneCallRequest,
  example: oneCallExample,
  success: {
    status: 201,
    description: 'The verdict, what was earned and the receipt.',
    content: OneCallResponse,
  },
  otherSuccess: {
    status: 200,
    description: 'Of a dry run: the verdict and the price that it would come to.',
    content: Preflight,
  },
  /** With a sandbox token either path can find the budget used up. */
  refuses: [...verifyDelivery.refuses, 'limit_reached', 'sandbox_resting'],
  answer: verify,
} as const

export const verifyDeliveryRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/verify',
  operation: 'verify-delivery',
  summary: 'Verify delivered work in one call',
  ...oneCall,
})

export const verifySandboxDeliveryRoute = defineRoute({
  method: 'POST',
  path: '/api/sandbox/verify',
  operation: 'verify-sandbox-delivery',
  summary: 'Verify delivered work in one call, in the sandbox',
  ...oneCall,
})

async function verify(call: Call<OneCallRequest, DryRunQuery>): Promise<Answer> {
  const { instance, identity, body: request } = call
  const { sessionId } = identity ?? {}
  if (sessionId !== undefined) assertSandboxCanVerify(request, instance.sessions.budget)
  const counted = (send: () => Promise<Reply>) =>
    sessionId === undefined ? send() : instance.sessions.count('verifies', sessionId, send)

  if (isDryRun(call)) {
    const { bytes } = await counted(() =>
      instance.bus.requestBytes(previewDelivery, { request }, asCaller(call)),
    )
    return json(200, bytes)
  }
  const options = asCommand(call, request.idempotency_key)
  failPoint('gateway.before-command')
  const reply = await counted(() => instance.bus.requestBytes(verifyDelivery, { request }, options))
  failPoint('gateway.before-answer')
  // The bytes are the ones that were signed and stored; parsing them here would only cost.
  return json(201, reply.bytes, replayHeader(reply))
}
