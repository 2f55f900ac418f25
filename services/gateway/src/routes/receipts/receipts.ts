import {
  absent,
  idPattern,
  readReceipt,
  readReceiptStatus,
  ReceiptId,
  ReceiptRecord,
  ReceiptStatus,
  ReceiptStatusV1,
  type Refusal,
} from '@outturn/contracts'
import { type Answer, type Call, defineRoute, json, type Route } from '../../http/route.ts'
import { hostedInstances } from '../../instance.ts'
import { asCaller } from '../bus-call.ts'

export const receiptParams = {
  receipt_id: { pattern: idPattern('receipt').source, description: 'Id of the receipt.' },
}

/** A revocation is seen by everybody after this, caches included. */
const forMoments = { 'cache-control': 'public, max-age=5' }
/** Parties only, and the status in it changes. */
const forOneReader = { 'cache-control': 'private, no-cache', vary: 'authorization' }

export const receiptRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/receipts/:receipt_id',
    operation: 'read-receipt',
    summary: 'Read a receipt with its status and attestation',
    isRateLimited: true,
    params: receiptParams,
    success: { status: 200, description: 'The receipt, for a party of its Spool.', content: ReceiptRecord },
    refuses: readReceipt.refuses,
    answer: readOne,
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/receipts/:receipt_id/status',
    operation: 'read-receipt-status-v1',
    summary: 'Read the online status of a receipt',
    isRateLimited: true,
    params: receiptParams,
    success: {
      status: 200,
      description: 'Its status; `unknown` for a well-formed id that no receipt has.',
      content: ReceiptStatusV1,
    },
    refuses: ['not_found'],
    answer: async (call) => json(200, await statusOf(call), forMoments),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/receipts/:receipt_id/status',
    operation: 'read-receipt-status',
    summary: 'Read the online status of a receipt',
    isRateLimited: true,
    params: receiptParams,
    success: { status: 200, description: 'Its status.', content: ReceiptStatus },
    refuses: ['not_found'],
    async answer(call) {
      const status = await statusOf(call)
      if (status.state === 'unknown') throw noSuchReceipt()
      const { receipt_id, status: word, advisories, checked_at } = status
      return json(200, { receipt_id, status: word, advisories, checked_at }, forMoments)
    },
  }),
]

async function readOne(call: Call): Promise<Answer> {
  const { bytes } = await call.instance.bus.requestBytes(
    readReceipt,
    { receiptId: receiptIdOf(call) },
    asCaller(call),
  )
  return json(200, bytes, forOneReader)
}

/** Asks each environment in turn: a receipt belongs to one, and the id does not say which. */
async function statusOf(call: Call): Promise<ReceiptStatusV1> {
  const receiptId = receiptIdOf(call)
  let status: ReceiptStatusV1 | null = null
  for (const { bus } of hostedInstances(call.instances)) {
    const answer = await bus.request(
      readReceiptStatus,
      { receiptId },
      asCaller({ ...call, principal: { kind: 'public' } }),
    )
    if (answer.state !== 'unknown') return answer
    status ??= answer
  }
  if (status === null) throw new Error('no environment is hosted')
  return status
}

/** The id in the path; one that cannot be a receipt's is answered like a receipt that is not there. */
export function receiptIdOf(call: Call): string {
  const id = ReceiptId.safeParse(call.params['receipt_id'])
  if (!id.success) throw noSuchReceipt()
  return id.data
}

function noSuchReceipt(): Refusal {
  return absent('There is no such receipt.')
}
