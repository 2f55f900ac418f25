import { z } from 'zod'
import { anyScope, keyAccess } from '../access.ts'
import { ReceiptCredential, ReceiptEnvelope } from '../http/receipt-export.ts'
import { ReceiptId } from '../ids.ts'
import { defineQuery } from '../operation.ts'
import { receiptParams } from '../path-parameters.ts'

const input = z.strictObject({ receiptId: ReceiptId })
const refuses = ['configuration_unavailable', 'invalid_state', 'not_found'] as const
const download = {
  method: 'GET',
  access: keyAccess(anyScope),
  isPrivate: true,
  params: receiptParams,
} as const

/** A current receipt as a Verifiable Credential, for a party of its Spool; under one key always the same bytes. */
export const readReceiptCredential = defineQuery('signing.read-receipt-credential', {
  input,
  output: ReceiptCredential,
  refuses,
  http: {
    operationId: 'read-receipt-credential',
    path: '/api/v1/receipts/:receipt_id/credential',
    summary: 'Read a receipt as a W3C Verifiable Credential 2.0 (eddsa-jcs-2022)',
    success: { status: 200, description: 'The credential of a current receipt, for a party of its Spool.' },
    ...download,
  },
})

/** A current receipt as an in-toto statement in a DSSE envelope, for a party of its Spool. */
export const readReceiptEnvelope = defineQuery('signing.read-receipt-envelope', {
  input,
  output: ReceiptEnvelope,
  refuses,
  http: {
    operationId: 'read-receipt-envelope',
    path: '/api/v1/receipts/:receipt_id/dsse',
    summary: 'Read a receipt as an in-toto statement in a DSSE envelope',
    success: { status: 200, description: 'The envelope of a current receipt, for a party of its Spool.' },
    ...download,
  },
})
