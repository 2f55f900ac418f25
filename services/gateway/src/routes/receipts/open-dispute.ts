import { openDispute, readReceipt } from '@outturn/contracts'
import { failPoint } from '@outturn/service'
import { serve } from '../../http/route.ts'
import { asCaller, asCommand } from '../bus-call.ts'
import { replyAnswer } from '../ordinary.ts'
import { receiptIdOf } from './receipt-id.ts'

export const openDisputeRoute = serve(openDispute.http, async (call) => {
  const { bus } = call.instance
  const receiptId = receiptIdOf(call)
  // A caller that may not see the receipt is refused here; the receipt says which Spool decides.
  const { spool_id: spoolId } = await bus.request(readReceipt, { receiptId }, asCaller(call))
  const input = { spoolId, receiptId, request: call.body }
  failPoint('gateway.before-command')
  const reply = await bus.requestBytes(openDispute, input, asCommand(call))
  failPoint('gateway.before-answer')
  return replyAnswer(openDispute.http, call, reply)
})
