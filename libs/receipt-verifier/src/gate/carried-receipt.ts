import { StrictJsonError, fromBase64Url, isJsonObject, parseStrictJson } from '@outturn/canonical'
import { MAX_BUNDLE_DEPTH } from '../bundle/replay-bundle.ts'
import { type FoundReceipt, readReceiptEnvelope } from '../envelope/receipt-envelope.ts'
import { type GateRefusal, refuse } from './gate-refusal.ts'

/** The header that carries a receipt: base64url of its JSON. */
export const RECEIPT_HEADER = 'outcome-receipt'
/** The member of a JSON body that carries a receipt. */
export const RECEIPT_MEMBER = 'outcome_receipt'

/** What every server framework has of a request. */
export interface CarryingRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /**
   * Names and values in turn, as they came: here a repeated header is seen as such. Where there are none, its values come joined by a comma,
   * which no receipt has.
   */
  readonly rawHeaders: readonly string[]
  readonly body: unknown
}

/** Finds the one receipt that a request carries, or says how to send it. */
export function findCarriedReceipt(
  request: CarryingRequest,
  maxHeaderBytes: number,
): FoundReceipt | GateRefusal {
  const headers = request.rawHeaders.filter(
    (name, at) => at % 2 === 0 && name.toLowerCase() === RECEIPT_HEADER,
  )
  const header = request.headers[RECEIPT_HEADER]
  const inBody = isJsonObject(request.body) && Object.hasOwn(request.body, RECEIPT_MEMBER)
  if (headers.length > 1 || Array.isArray(header)) {
    return refuse('receipt_ambiguous', 'The request has several headers Outcome-Receipt.')
  }
  if (header !== undefined && inBody) {
    return refuse('receipt_ambiguous', 'The request has a receipt in its header and another in its body.')
  }
  if (header !== undefined) return receiptInHeader(header, maxHeaderBytes)
  if (inBody) return receiptInDocument((request.body as Record<string, unknown>)[RECEIPT_MEMBER])
  return refuse('receipt_required', 'The request carries no Outcome Receipt.')
}

function receiptInHeader(text: string, maxBytes: number): FoundReceipt | GateRefusal {
  if (text.length > maxBytes) {
    return refuse('receipt_too_large', `The header Outcome-Receipt has more than ${maxBytes} bytes.`)
  }
  const unpadded = text
    .trim()
    .replace(/={1,2}$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  const bytes = fromBase64Url(unpadded)
  if (bytes === undefined || bytes.length === 0) {
    return refuse('receipt_unreadable', 'The header Outcome-Receipt is not base64url.')
  }
  try {
    return receiptInDocument(parseStrictJson(bytes, { maxDepth: MAX_BUNDLE_DEPTH }))
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    return refuse('receipt_unreadable', `The header Outcome-Receipt is not strict JSON: ${error.message}.`)
  }
}

function receiptInDocument(document: unknown): FoundReceipt | GateRefusal {
  const found = readReceiptEnvelope(document)
  return 'problem' in found
    ? refuse('receipt_unreadable', `The receipt cannot be judged: ${found.problem}.`)
    : found
}
