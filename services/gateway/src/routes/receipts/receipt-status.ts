import { absent, type ReceiptStatusV1, readPlainReceiptStatus, readReceiptStatus } from '@outturn/contracts'
import { type Call, json, type Route, serve } from '../../http/route.ts'
import { hostedInstances } from '../../deps.ts'
import { asPublic } from '../bus-call.ts'
import { receiptIdOf } from './receipt-id.ts'

/** A reader sees a revocation after this time at the latest, through a cache as well. */
const forMoments = { 'cache-control': 'public, max-age=5' }

export const receiptStatusRoutes: readonly Route[] = [
  serve(readReceiptStatus.http, async (call) => json(200, await statusOf(call), forMoments)),
  serve(readPlainReceiptStatus, async (call) => {
    const { receipt_id, state, status, advisories, checked_at } = await statusOf(call)
    if (state === 'unknown') throw absent('There is no such receipt.')
    return json(200, { receipt_id, status, advisories, checked_at }, forMoments)
  }),
]

/** Asks each environment in turn: a receipt belongs to one, and the id does not say which. */
async function statusOf(call: Call): Promise<ReceiptStatusV1> {
  const receiptId = receiptIdOf(call)
  let status: ReceiptStatusV1 | null = null
  for (const { bus } of hostedInstances(call.instances)) {
    const answer = await bus.request(readReceiptStatus, { receiptId }, asPublic(call))
    if (answer.state !== 'unknown') return answer
    status ??= answer
  }
  if (status === null) throw new Error('no environment is hosted')
  return status
}
