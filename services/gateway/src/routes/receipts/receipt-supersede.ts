import { readReceipt, supersedeReceipt } from '@outturn/contracts'
import { failPoint } from '@outturn/service'
import { serve } from '../../http/route.ts'
import { asCaller, asCommand } from '../bus-call.ts'
import { countedBySandbox, replyAnswer } from '../ordinary.ts'
import { receiptIdOf } from './receipt-id.ts'

export const receiptSupersedeRoute = serve(supersedeReceipt.http, async (call) => {
  const { bus } = call.instance
  const receiptId = receiptIdOf(call)
  // A caller that may not see the receipt is refused here; the receipt says which Spool decides.
  const { spool_id: spoolId } = await bus.request(readReceipt, { receiptId }, asCaller(call))
  const input = { spoolId, receiptId, request: call.body }
  const send = () => bus.requestBytes(supersedeReceipt, input, asCommand(call))
  failPoint('gateway.before-command')
  const reply = await countedBySandbox(call, 'verifies', send)
  failPoint('gateway.before-answer')
  return replyAnswer(supersedeReceipt.http, call, reply)
})
