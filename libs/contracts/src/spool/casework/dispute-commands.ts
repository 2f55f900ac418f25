import { DisputeId, ReceiptId, SpoolId } from '@outturn/agreement'
import { z } from 'zod'
import { anyScope, keyAccess } from '../../access.ts'
import { DisputeRequest, DisputeView } from '../../http/receipts/dispute.ts'
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

/** Whether anything holds the settlement of a Spool, as services of the previous release ask. */
export const readDisputeHold = defineQuery('spool.read-dispute-hold', {
  input: z.strictObject({ spoolId: SpoolId }),
  output: z.strictObject({ isHeld: z.boolean() }),
  refuses: ['spool_not_found'],
  sentBy: ['settlement', 'signing'],
})
