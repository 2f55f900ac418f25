import type { RequestedReview } from '@outturn/contracts'
import { receiptOfTwo } from './accepted-spool.ts'
import type { Preparations, PreparedCall, Side } from './preparation.ts'

export const reviewPreparations: Preparations = {
  'POST /api/v1/receipts/{receipt_id}/reviews': async (side, path) => ({
    path: path.replace('{receipt_id}', (await receiptOfTwo(side)).receiptId),
    body: reviewRequest,
  }),
  'GET /api/v1/reviews/{review_id}': onReview,
  'POST /api/v1/reviews/{review_id}/withdraw': onReview,
  'POST /api/v1/reviews/{review_id}/consent': async (side, path) => {
    const { id, otherKey } = await requestedReview(side)
    return { path: path.replace('{review_id}', id), key: otherKey }
  },
  'POST /api/v1/reviews/{review_id}/code': async (side, path) => ({
    ...(await asReviewer(side, path)),
    // This deployment has no mail server.
    refusal: '409 invalid_state',
  }),
  'POST /api/v1/reviews/{review_id}/decision': async (side, path) => ({
    ...(await asReviewer(side, path)),
    body: { decision: 'uphold' },
  }),
}

const reviewRequest = { reviewer: { name: 'Ana' }, question: 'Is it complete?' }

/** A review of a receipt of two parties, by the party that asked for it. */
async function onReview(side: Side, path: string): Promise<PreparedCall> {
  const { id } = await requestedReview(side)
  return { path: path.replace('{review_id}', id) }
}

/** The same by the token of its link. */
async function asReviewer(side: Side, path: string): Promise<PreparedCall> {
  const { id, decision_url: url } = await requestedReview(side)
  const authorization = `Bearer ${url.slice(url.lastIndexOf('/') + 1)}`
  return { path: path.replace('{review_id}', id), headers: { authorization } }
}

async function requestedReview(side: Side): Promise<RequestedReview & { otherKey: string }> {
  const { send, key } = side
  const { receiptId, otherKey } = await receiptOfTwo(side)
  const at = `/api/v1/receipts/${receiptId}/reviews`
  return { ...(await send<RequestedReview>(at, { key, body: reviewRequest })).json, otherKey }
}
