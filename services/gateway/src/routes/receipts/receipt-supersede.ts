import { readReceipt, SupersededReceipt, SupersedeRequest, supersedeReceipt } from '@outturn/contracts'
import { failPoint } from '@outturn/service'
import { type Answer, type Call, defineRoute, json } from '../../http/route.ts'
import { asCaller, asCommand, replayHeader } from '../bus-call.ts'
import { receiptIdOf, receiptParams } from './receipts.ts'
import { verificationDeadlineMs } from '../spools/verify.ts'

export const receiptSupersedeRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/receipts/:receipt_id/supersede',
  operation: 'supersede-receipt',
  summary: 'Replace a receipt by one over the evidence as it is now',
  isRateLimited: true,
  deadlineMs: verificationDeadlineMs,
  params: receiptParams,
  body: SupersedeRequest,
  example: { reason: 'evidence_error', advisory: 'Row 7 was counted twice.' },
  success: {
    status: 201,
    description: 'The new receipt; the one before is `corrected` and names it. No payment is taken back.',
    content: SupersededReceipt,
  },
  refuses: [...supersedeReceipt.refuses, 'limit_reached', 'sandbox_resting'],
  answer: supersede,
})

async function supersede(call: Call<SupersedeRequest>): Promise<Answer> {
  const { instance, identity, body: request } = call
  const receiptId = receiptIdOf(call)
  // Whoever may not see the receipt is refused here; the receipt says which Spool decides.
  const { spool_id: spoolId } = await instance.bus.request(readReceipt, { receiptId }, asCaller(call))
  const send = () =>
    instance.bus.requestBytes(supersedeReceipt, { spoolId, receiptId, request }, asCommand(call))
  const { sessionId } = identity ?? {}
  failPoint('gateway.before-command')
  const reply =
    sessionId === undefined ? await send() : await instance.sessions.count('verifies', sessionId, send)
  failPoint('gateway.before-answer')
  return json(201, reply.bytes, replayHeader(reply))
}
