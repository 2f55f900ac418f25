import { z } from 'zod'
import { defineCommand } from '../define.ts'
import { ReceiptCredential, ReceiptEnvelope } from '../http/receipt-export.ts'
import { ReceiptId } from '../ids.ts'

const input = z.strictObject({ receiptId: ReceiptId })
const refuses = ['configuration_unavailable', 'invalid_state', 'not_found'] as const

/** A current receipt as a Verifiable Credential, for a party of its Spool; under one key always the same bytes. */
export const readReceiptCredential = defineCommand('signing.read-receipt-credential', {
  input,
  output: ReceiptCredential,
  refuses,
  sentBy: ['gateway'],
})

/** A current receipt as an in-toto statement in a DSSE envelope, for a party of its Spool. */
export const readReceiptEnvelope = defineCommand('signing.read-receipt-envelope', {
  input,
  output: ReceiptEnvelope,
  refuses,
  sentBy: ['gateway'],
})
