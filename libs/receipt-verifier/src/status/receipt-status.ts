import { receiptStatuses, reportedReceiptStatuses } from '@outturn/vocabulary'
import { type Shaped, anyText, listOf, oneOf, openObject, orNull, text, time } from '../shape.ts'

const proofShape = openObject({
  schema: text(),
  receipt_id: text(),
  status: oneOf(...receiptStatuses),
  issued_at: time(),
  expires_at: time(),
  signing_key_id: anyText(),
  signature: anyText(),
})

const statusShape = openObject(
  {
    receipt_id: text(),
    status: oneOf(...reportedReceiptStatuses),
    advisories: listOf(openObject({ code: text() })),
    checked_at: time(),
  },
  { status_proof: orNull(proofShape), state: text() },
)
/** The answer of a service's receipt status route; further members are allowed. */
export type ReceiptStatus = Shaped<typeof statusShape>

/** Reads the answer of a status route; undefined for anything else. */
export function readReceiptStatus(value: unknown): ReceiptStatus | undefined {
  return statusShape(value, '') === undefined ? (value as ReceiptStatus) : undefined
}
