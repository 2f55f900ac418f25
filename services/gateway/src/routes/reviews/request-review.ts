import { readReceipt, requestReview } from '@outturn/contracts'
import { failPoint } from '@outturn/service'
import { serve } from '../../http/route.ts'
import { asCaller, asCommand } from '../bus-call.ts'
import { replyAnswer } from '../ordinary.ts'
import { receiptIdOf } from '../receipts/receipt-id.ts'

export const requestReviewRoute = serve(requestReview.http, async (call) => {
  const { bus } = call.instance
  const receiptId = receiptIdOf(call)
  // A caller that may not see the receipt is refused here; the receipt says which Spool decides.
  const { spool_id: spoolId } = await bus.request(readReceipt, { receiptId }, asCaller(call))
  const input = { spoolId, receiptId, request: call.body }
  failPoint('gateway.before-command')
  const reply = await bus.requestBytes(requestReview, input, asCommand(call))
  failPoint('gateway.before-answer')
  return replyAnswer(requestReview.http, call, reply)
})
