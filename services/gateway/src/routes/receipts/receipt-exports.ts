import {
  ReceiptCredential,
  ReceiptEnvelope,
  readReceiptCredential,
  readReceiptEnvelope,
} from '@outturn/contracts'
import { defineRoute, json, type Route } from '../../http/route.ts'
import { asCaller } from '../bus-call.ts'
import { receiptIdOf, receiptParams } from './receipts.ts'

/** Parties only, and only while the receipt is current. */
const forOneReader = { 'cache-control': 'private, no-cache', vary: 'authorization' }

/** A receipt in the formats of others, for systems that know nothing of receipts. */
export const receiptExportRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/receipts/:receipt_id/credential',
    operation: 'read-receipt-credential',
    summary: 'Read a receipt as a W3C Verifiable Credential 2.0 (eddsa-jcs-2022)',
    isRateLimited: true,
    params: receiptParams,
    success: {
      status: 200,
      description: 'The credential of a current receipt, for a party of its Spool.',
      content: ReceiptCredential,
    },
    refuses: readReceiptCredential.refuses,
    async answer(call) {
      const input = { receiptId: receiptIdOf(call) }
      const { bytes } = await call.instance.bus.requestBytes(readReceiptCredential, input, asCaller(call))
      return json(200, bytes, forOneReader)
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/receipts/:receipt_id/dsse',
    operation: 'read-receipt-envelope',
    summary: 'Read a receipt as an in-toto statement in a DSSE envelope',
    isRateLimited: true,
    params: receiptParams,
    success: {
      status: 200,
      description: 'The envelope of a current receipt, for a party of its Spool.',
      content: ReceiptEnvelope,
    },
    refuses: readReceiptEnvelope.refuses,
    async answer(call) {
      const input = { receiptId: receiptIdOf(call) }
      const { bytes } = await call.instance.bus.requestBytes(readReceiptEnvelope, input, asCaller(call))
      return json(200, bytes, forOneReader)
    },
  }),
]
