import { revocationCodes } from '@outturn/vocabulary'
import { z } from 'zod'
import { keyAccess } from '../access.ts'
import { Consumption, ConsumptionRequest } from '../http/receipts/receipt-life.ts'
import { ReceiptId, RevocationId, Timestamp } from '@outturn/agreement'
import { defineCommand, defineQuery } from '../operation.ts'
import { receiptParams } from '../path-parameters.ts'

/** Records a use of a receipt, once for each consumer and reference. `isNew` is false for a repetition. */
export const recordConsumption = defineCommand('signing.record-consumption', {
  input: z.strictObject({ receiptId: ReceiptId, request: ConsumptionRequest }),
  output: z.strictObject({ isNew: z.boolean(), consumption: Consumption }),
  refuses: [
    'configuration_unavailable',
    'conflict',
    'forbidden',
    'invalid_state',
    'not_found',
    'store_conflict',
    'validation_failed',
  ],
  http: {
    path: '/api/v1/receipts/:receipt_id/consumptions',
    access: keyAccess(['full', 'verify']),
    tag: 'Receipts',
    summary: 'Record a use of a receipt',
    description:
      'Records that a payment or another decision was made by this receipt. It moves no money: pay first, then record it. A use is recorded once, and a receipt that no longer counts is refused, so that nothing is paid twice.',
    hasOwnRule: true,
    params: receiptParams,
    body: ConsumptionRequest,
    example: { consumer: 'acme-payroll', purpose: 'settlement', reference: 'inv_42', amount: '4.00' },
    success: {
      status: 201,
      description: 'The recorded use.',
      content: Consumption,
    },
    otherSuccess: {
      status: 200,
      description: 'The same use was recorded before.',
      content: Consumption,
    },
  },
})

/** Asks that a receipt be revoked; nothing changes before another operator approves. */
export const requestRevocation = defineCommand('signing.request-revocation', {
  input: z.strictObject({
    receiptId: ReceiptId,
    code: z.enum(revocationCodes),
    /** What readers of the receipt are told. */
    advisory: z.string().trim().min(1).max(500),
  }),
  output: z.strictObject({
    requestId: RevocationId,
    receiptId: ReceiptId,
    requestedBy: z.string(),
    expiresAt: Timestamp,
  }),
  refuses: ['conflict', 'invalid_state', 'not_found', 'store_conflict', 'validation_failed'],
  sentBy: ['operator'],
})

/** Revokes the receipt of a request. The operator who made the request cannot approve it. */
export const approveRevocation = defineCommand('signing.approve-revocation', {
  input: z.strictObject({ requestId: RevocationId }),
  output: z.strictObject({
    receiptId: ReceiptId,
    requestedBy: z.string(),
    approvedBy: z.string(),
    revokedAt: Timestamp,
  }),
  refuses: ['conflict', 'forbidden', 'invalid_state', 'not_found', 'store_conflict', 'validation_failed'],
  sentBy: ['operator'],
})

/** Requests that wait for their second operator, oldest first. */
export const listRevocations = defineQuery('signing.list-revocations', {
  input: z.strictObject({}),
  output: z.array(
    z.strictObject({
      requestId: RevocationId,
      receiptId: ReceiptId,
      code: z.string(),
      advisory: z.string(),
      requestedBy: z.string(),
      expiresAt: Timestamp,
    }),
  ),
  sentBy: ['operator'],
})
