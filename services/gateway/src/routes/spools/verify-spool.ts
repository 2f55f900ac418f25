import { VerifiedSpool, VerifySpoolRequest, verifySpool } from '@outturn/contracts'
import type { Reply } from '@outturn/messaging'
import { failPoint } from '@outturn/service'
import { type Answer, type Call, defineRoute } from '../../http/route.ts'
import { verifySpoolExample } from '../../openapi/examples.ts'
import { asCommand } from '../bus-call.ts'
import { spoolAnswer, spoolParams, targetOf } from './spool-call.ts'
import { verificationDeadlineMs } from './verify.ts'

export const verifySpoolRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/spools/:id/verify',
  operation: 'verify-spool',
  summary: 'Verify the work delivered so far',
  isRateLimited: true,
  isTagged: true,
  deadlineMs: verificationDeadlineMs,
  params: spoolParams,
  body: VerifySpoolRequest,
  isBodyOptional: true,
  example: verifySpoolExample,
  success: {
    status: 200,
    description: 'The Spool with what the run came to; without a run while confirmations are missing.',
    content: VerifiedSpool,
  },
  refuses: [...verifySpool.refuses, 'limit_reached', 'sandbox_resting'],
  answer: verify,
})

async function verify(call: Call<VerifySpoolRequest>): Promise<Answer> {
  const { instance, identity, body: request } = call
  const input = { ...targetOf(call), request }
  const send = () => instance.bus.requestBytes(verifySpool, input, asCommand(call))
  const { sessionId } = identity ?? {}
  failPoint('gateway.before-command')
  const reply =
    sessionId === undefined
      ? await send()
      : await instance.sessions.count('verifies', sessionId, send, ranNothing)
  failPoint('gateway.before-answer')
  return spoolAnswer(200, reply)
}

/** Confirmations alone start no run. */
function ranNothing({ bytes }: Reply): boolean {
  const { verification_run_id: runId } = JSON.parse(Buffer.from(bytes).toString()) as VerifiedSpool
  return runId === null
}
