import { addDisputeStatement, type DisputeView, respondToDispute } from '@outturn/contracts'
import { disputeResultPreimage } from '@outturn/receipt-verifier/issuing'
import { type Agreement, agreement } from '../agreement.ts'
import { receiptOfTwo } from './accepted-spool.ts'
import { lab, labId } from './judges.ts'
import type { Preparations, Prepare, PreparedCall, Side } from './preparation.ts'

export const disputePreparations: Preparations = {
  'POST /api/v1/receipts/{receipt_id}/disputes': async (side, path) => ({
    path: path.replace('{receipt_id}', (await receiptOfTwo(side)).receiptId),
    body: dispute,
  }),
  'GET /api/v1/disputes/{dispute_id}': onDispute(),
  'POST /api/v1/disputes/{dispute_id}/statements': onDispute(addDisputeStatement.http.example),
  'POST /api/v1/disputes/{dispute_id}/withdraw': onDispute(),
  'POST /api/v1/disputes/{dispute_id}/respond': async (side, path) => {
    const { id, otherKey } = await disputed(side, { dispute_policy: { resolver: 'counterparty' } })
    return { path: path.replace('{dispute_id}', id), key: otherKey, body: respondToDispute.http.example }
  },
  'POST /api/v1/disputes/{dispute_id}/external-result': judgedDispute,
}

const dispute = { reason: 'late', detail: 'It came after the fair.', requested: 'refund' }

/** A dispute that the owner opened of a receipt of two parties. */
async function disputed(side: Side, changes: Partial<Agreement> = {}) {
  const { send, key } = side
  const of = await receiptOfTwo(side, changes)
  const { json } = await send<DisputeView>(`/api/v1/receipts/${of.receiptId}/disputes`, {
    key,
    body: dispute,
  })
  return { ...of, id: json.id }
}

function onDispute(body?: unknown): Prepare {
  return async (side, path) => {
    const { id } = await disputed(side)
    return { path: path.replace('{dispute_id}', id), ...(body !== undefined && { body }) }
  }
}

/** The signed decision of the judge that the agreement names for disputes; the sandbox has no judges. */
async function judgedDispute(side: Side, path: string): Promise<PreparedCall> {
  const { condition, signed } = lab()
  const { id, spool, receiptId } = await disputed(side, {
    dispute_policy: { resolver: 'external', resolver_ref: labId },
    ...(!side.isSandbox && {
      conditions: [...agreement().conditions, { ...condition, required: false }],
    }),
  })
  const result = { evaluator: labId, decision: 'uphold', observed_at: spool.updated_at }
  const text = disputeResultPreimage('outturn', {
    ...{ dispute_id: id, receipt_id: receiptId, spool_id: spool.id },
    ...{ agreement_hash: spool.agreement.agreement_hash, condition_outcomes: [], ...result },
  })
  return {
    path: path.replace('{dispute_id}', id),
    body: { ...result, proof: { type: 'ed25519', signature: signed(text) } },
    ...(side.isSandbox && { refusal: '409 invalid_state' }),
  }
}
