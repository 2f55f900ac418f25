import { DisputeId, ReceiptId, SpoolId } from '@outturn/agreement'
import { z } from 'zod'
import { anyScope, keyAccess } from '../../access.ts'
import {
  DisputeAnswer,
  DisputeRequest,
  DisputeResultRequest,
  DisputeStatementRequest,
  DisputeView,
} from '../../http/receipts/dispute.ts'
import { defineCommand, defineQuery } from '../../operation.ts'
import { disputeParams, receiptParams } from '../../path-parameters.ts'
import { actionRefusals } from '../action-target.ts'

/** Opens a dispute of the latest receipt of a Spool; where the agreement says so, nothing is settled while it is open. */
export const openDispute = defineCommand('spool.open-dispute', {
  input: z.strictObject({ spoolId: SpoolId, receiptId: ReceiptId, request: DisputeRequest }),
  output: DisputeView,
  refuses: [
    ...actionRefusals,
    'conflict',
    'not_allowed_in_unilateral_mode',
    'not_found',
    'validation_failed',
  ],
  http: {
    path: '/api/v1/receipts/:receipt_id/disputes',
    access: keyAccess(['full', 'counterparty']),
    tag: 'Disputes',
    summary: 'Dispute a receipt',
    description:
      'Says that a receipt is wrong, and why. Use it within the dispute window of the agreement, on the latest receipt of the Spool. While the dispute is open nothing is settled, where the agreement says so, and a further run needs new evidence of the provider. It costs nothing.',
    hasOwnRule: true,
    params: receiptParams,
    body: DisputeRequest,
    example: { reason: 'quality', detail: 'Half of the rows are empty.', requested: 're_verify' },
    success: {
      status: 201,
      description: 'The dispute. It is open until its deadline.',
    },
  },
})

/** One dispute, for both parties of its Spool. */
export const readDispute = defineQuery('spool.read-dispute', {
  input: z.strictObject({ disputeId: DisputeId }),
  output: DisputeView,
  refuses: ['not_found', 'unauthenticated'],
  http: {
    path: '/api/v1/disputes/:dispute_id',
    access: keyAccess(anyScope),
    tag: 'Disputes',
    summary: 'Read a dispute',
    description:
      'Returns a dispute with its deadline, its timeline and how it ended. It costs nothing. Use it to see if settlement is still held.',
    isPrivate: true,
    params: disputeParams,
    success: { status: 200, description: 'The dispute. Visible only to the parties of its Spool.' },
  },
})

const party = keyAccess(['full', 'counterparty'])
const changed = { status: 200, description: 'The dispute.' } as const
const disputeRefusals = [...actionRefusals, 'not_found'] as const

/** The answer of the other party, or of the opener to a proposal of the other one. */
export const respondToDispute = defineCommand('spool.respond-to-dispute', {
  input: z.strictObject({ disputeId: DisputeId, request: DisputeAnswer }),
  output: DisputeView,
  refuses: [...disputeRefusals, 'conflict', 'validation_failed'],
  http: {
    operationId: 'respond-to-dispute',
    path: '/api/v1/disputes/:dispute_id/respond',
    access: party,
    tag: 'Disputes',
    summary: 'Respond to a dispute',
    description:
      'Accepts what a dispute of the other party asks for, rejects it, or proposes other outcomes. Use it if `can` has `respond`. A rejection ends nothing: the dispute goes on until its deadline. Accepting can lead to a new receipt, which states the amount that was earned. It costs nothing.',
    deadlineMs: 30_000,
    params: disputeParams,
    body: DisputeAnswer,
    example: { answer: 'reject', detail: 'The rows name two branches of the same company.' },
    success: changed,
  },
})

/** The party that opened a dispute takes it back. */
export const withdrawDispute = defineCommand('spool.withdraw-dispute', {
  input: z.strictObject({ disputeId: DisputeId }),
  output: DisputeView,
  refuses: disputeRefusals,
  http: {
    operationId: 'withdraw-dispute',
    path: '/api/v1/disputes/:dispute_id/withdraw',
    access: party,
    tag: 'Disputes',
    summary: 'Withdraw a dispute',
    description:
      'Ends an open dispute; the receipt stands, and settlement goes on. Only the party that opened the dispute can withdraw it. It counts among the five disputes that a party can open of a Spool. It costs nothing.',
    params: disputeParams,
    success: changed,
  },
})

/** A statement of a party in an open dispute. */
export const addDisputeStatement = defineCommand('spool.add-dispute-statement', {
  input: z.strictObject({ disputeId: DisputeId, request: DisputeStatementRequest }),
  output: DisputeView,
  refuses: [...disputeRefusals, 'conflict', 'validation_failed'],
  http: {
    operationId: 'add-dispute-statement',
    path: '/api/v1/disputes/:dispute_id/statements',
    access: party,
    tag: 'Disputes',
    summary: 'Add a statement to a dispute',
    description:
      'Adds a statement for the other party and a reviewer to an open dispute, at most 10 from each party. No checker judges it; submit evidence if a verification is to see it. It costs nothing.',
    params: disputeParams,
    body: DisputeStatementRequest,
    example: { detail: 'The registry lists both branches.' },
    success: { status: 201, description: 'The dispute, with the statement.' },
  },
})

/** The decision of the external party that the agreement names for disputes. */
export const recordDisputeResult = defineCommand('spool.record-dispute-result', {
  input: z.strictObject({ disputeId: DisputeId, request: DisputeResultRequest }),
  output: DisputeView,
  refuses: [...disputeRefusals, 'configuration_unavailable', 'conflict', 'validation_failed'],
  http: {
    operationId: 'record-dispute-result',
    path: '/api/v1/disputes/:dispute_id/external-result',
    access: keyAccess(['full', 'verify']),
    tag: 'Disputes',
    summary: 'Record an external decision on a dispute',
    description:
      'Records the decision of the external party that `resolver_ref` of the agreement names, by its signature. `overturn` leads to a new receipt. Any party can send the decision. It costs nothing.',
    deadlineMs: 30_000,
    params: disputeParams,
    body: DisputeResultRequest,
    example: {
      evaluator: 'qa-lab-1',
      decision: 'uphold',
      observed_at: '2026-01-31T17:00:00Z',
      proof: {
        type: 'ed25519',
        signature: 'i7pnjiUD2gYXZq13c29lGns_YYT_sdFL5xC5wLLPh4kYGrQ2V4vPoedNXBSnwvlV3eZ7U1WlBUjii4PzOnIgCg',
      },
    },
    success: changed,
  },
})

/** Whether anything holds the settlement of a Spool, as services of the previous release ask. */
export const readDisputeHold = defineQuery('spool.read-dispute-hold', {
  input: z.strictObject({ spoolId: SpoolId }),
  output: z.strictObject({ isHeld: z.boolean() }),
  refuses: ['spool_not_found'],
  sentBy: ['settlement', 'signing'],
})
