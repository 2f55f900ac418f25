import { type ReceiptStatusName, receiptStatuses, reportedReceiptStatuses } from '@outturn/vocabulary'
import type { StatusProof } from '../receipt/outcome-receipt.ts'
import { type Shape, anyText, listOf, oneOf, openObject, orNull, text, time } from '../shape.ts'

/** The answer of a service's receipt status route; further members are allowed. */
export interface ReceiptStatus {
  readonly receipt_id: string
  readonly status: ReceiptStatusName | 'unknown'
  readonly advisories: readonly { readonly code: string }[]
  readonly checked_at: string
  readonly status_proof?: StatusProof | null
}

const proofShape = openObject({
  schema: text(),
  receipt_id: text(),
  status: oneOf(...receiptStatuses),
  issued_at: time(),
  expires_at: time(),
  signing_key_id: anyText(),
  signature: anyText(),
})

const statusShape: Shape = openObject(
  {
    receipt_id: text(),
    status: oneOf(...reportedReceiptStatuses),
    advisories: listOf(openObject({ code: text() })),
    checked_at: time(),
  },
  { status_proof: orNull(proofShape) },
)

/** Reads the answer of a status route; undefined for anything else. */
export function readReceiptStatus(value: unknown): ReceiptStatus | undefined {
  return statusShape(value, '') === undefined ? (value as ReceiptStatus) : undefined
}
