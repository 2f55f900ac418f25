import { type CommandOutput, recordConsumption } from '@outturn/contracts'
import { json, serve } from '../../http/route.ts'
import { asCommand, replayHeader } from '../bus-call.ts'
import { receiptIdOf } from './receipt-id.ts'

/** The same consumption again is answered with the record of the first and 200. */
export const receiptConsumptionsRoute = serve(recordConsumption.http, async (call) => {
  const input = { receiptId: receiptIdOf(call), request: call.body }
  const reply = await call.instance.bus.requestBytes(recordConsumption, input, asCommand(call))
  const { isNew, consumption } = JSON.parse(Buffer.from(reply.bytes).toString()) as CommandOutput<
    typeof recordConsumption
  >
  return json(isNew ? 201 : 200, consumption, replayHeader(reply))
})
