import { z } from 'zod'
import { anyScope, keyAccess } from '../access.ts'
import { ReceiptCredential, ReceiptEnvelope } from '../http/receipts/receipt-export.ts'
import { ReceiptId } from '@outturn/agreement'
import { defineQuery } from '../operation.ts'
import { receiptParams } from '../path-parameters.ts'

const input = z.strictObject({ receiptId: ReceiptId })

/** A format of others that a current receipt is read in. Signing makes it, and the gateway serves it, by this alone. */
function defineExport<const Format extends string, Output extends z.ZodType>({
  format,
  noun,
  words,
  output,
}: {
  /** Last part of its path. */
  format: Format
  noun: string
  /** Behind "Read a receipt as". */
  words: string
  output: Output
}) {
  const query = defineQuery(`signing.read-receipt-${noun}`, {
    input,
    output,
    refuses: ['configuration_unavailable', 'invalid_state', 'not_found'],
    http: {
      path: `/api/v1/receipts/:receipt_id/${format}`,
      access: keyAccess(anyScope),
      isPrivate: true,
      params: receiptParams,
      tag: 'Receipts',
      summary: `Read a receipt as ${words}`,
      description: `Returns the receipt in a format that other tools verify: ${words}. It costs nothing. A receipt that was corrected or revoked is refused, so that only a current one is handed on.`,
      success: {
        status: 200,
        description: `The ${noun}. Only for a current receipt, and visible only to the parties of its Spool.`,
      },
    },
  })
  return { format, query }
}

/** Every format that a receipt is exported in; under one key an export always has the same bytes. */
export const receiptExports = [
  defineExport({
    format: 'credential',
    noun: 'credential',
    words: 'a W3C Verifiable Credential 2.0 (eddsa-jcs-2022)',
    output: ReceiptCredential,
  }),
  defineExport({
    format: 'dsse',
    noun: 'envelope',
    words: 'an in-toto statement in a DSSE envelope',
    output: ReceiptEnvelope,
  }),
] as const

export type ReceiptExport = (typeof receiptExports)[number]
export type ReceiptExportFormat = ReceiptExport['format']
