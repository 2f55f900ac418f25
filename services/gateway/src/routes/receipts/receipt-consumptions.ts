import { Consumption, ConsumptionRequest, recordConsumption } from '@outturn/contracts'
import { type Answer, type Call, defineRoute, json } from '../../http/route.ts'
import { asCommand, replayHeader } from '../bus-call.ts'
import { receiptIdOf, receiptParams } from './receipts.ts'

export const receiptConsumptionsRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/receipts/:receipt_id/consumptions',
  operation: 'record-consumption',
  summary: 'Record that a receipt was used, and never settle more than was earned',
  isRateLimited: true,
  params: receiptParams,
  body: ConsumptionRequest,
  example: { consumer: 'acme-payroll', purpose: 'settlement', reference: 'inv_42', amount: '4.00' },
  success: {
    status: 201,
    description: 'The use as it was recorded; 200 with the same record when it was recorded before.',
    content: Consumption,
  },
  refuses: recordConsumption.refuses,
  answer: record,
})

async function record(call: Call<ConsumptionRequest>): Promise<Answer> {
  const input = { receiptId: receiptIdOf(call), request: call.body }
  const reply = await call.instance.bus.requestBytes(recordConsumption, input, asCommand(call))
  const { isNew, consumption } = JSON.parse(Buffer.from(reply.bytes).toString()) as {
    isNew: boolean
    consumption: Consumption
  }
  return json(isNew ? 201 : 200, consumption, replayHeader(reply))
}
