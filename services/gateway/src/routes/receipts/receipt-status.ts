import { absent, type ReceiptStatusV1, readPlainReceiptStatus, readReceiptStatus } from '@outturn/contracts'
import { type Call, json, type Route, serve } from '../../http/route.ts'
import { asPublic } from '../bus-call.ts'
import { findAnywhere } from '../find-anywhere.ts'
import { receiptIdOf } from './receipt-id.ts'

/** A reader sees a revocation after this time at the latest, through a cache as well. */
const forMoments = { 'cache-control': 'public, max-age=5' }

export const receiptStatusRoutes: readonly Route[] = [
  serve(readReceiptStatus.http, async (call) => json(200, await statusOf(call), forMoments)),
  serve(readPlainReceiptStatus, async (call) => {
    const { state, consumptions_recorded: _, ...plain } = await statusOf(call)
    if (state === 'unknown') throw absent('There is no such receipt.')
    return json(200, plain, forMoments)
  }),
]

/** The status of a receipt is `unknown` only when each environment has said so. */
async function statusOf(call: Call): Promise<ReceiptStatusV1> {
  const receiptId = receiptIdOf(call)
  let unknown: ReceiptStatusV1 | null = null
  const known = await findAnywhere(call, async ({ bus }) => {
    const status = await bus.request(readReceiptStatus, { receiptId }, asPublic(call))
    if (status.state !== 'unknown') return status
    unknown ??= status
    return null
  })
  const status = known ?? unknown
  if (status === null) throw new Error('no environment is hosted')
  return status
}
