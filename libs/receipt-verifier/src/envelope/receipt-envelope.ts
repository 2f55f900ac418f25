import { canonicalJson, isJsonObject } from '@outturn/canonical'
import { isReceiptLike, receiptPlace } from './receipt-place.ts'
import { slugOfSchemaId } from '../preimages/schema-id.ts'
import { parseAmount } from '../receipt/decimal-amount.ts'
import { type OutcomeReceipt, readOutcomeReceipt } from '../receipt/outcome-receipt.ts'

/** A receipt as it was found in a file, with the answer of the status route that came along. */
export interface FoundReceipt {
  readonly receipt: unknown
  readonly status?: unknown
  /** The whole bundle that it was found in; it counts only where bundleProblem finds nothing. */
  readonly bundle?: Readonly<Record<string, unknown>>
}

export type EnvelopeReading = FoundReceipt | { readonly problem: string }

/** What a service wraps receipts in, each known by its members. */
const answers: readonly (readonly string[])[] = [
  // A stored receipt.
  ['receipt', 'status', 'receipt_url', 'spool_id', 'attestation'],
  // A one-call verification.
  ['receipt', 'receipt_url', 'spool_id', 'verification_run_id', 'earned_cents'],
  // The verify action.
  ['receipt', 'receipt_url', 'id', 'verification_run_id', 'earned_cents'],
  // A correction.
  ['receipt', 'receipt_url', 'attestation', 'superseded'],
]

/**
 * Finds the receipt in a parsed file: the file itself, an answer of the service, or a bundle. Says what is wrong where it is
 * wrapped in anything else, or in members that say otherwise than the receipt: a reader of the file would believe those.
 */
export function readReceiptEnvelope(document: unknown): EnvelopeReading {
  if (!isJsonObject(document) || !Object.hasOwn(document, 'receipt')) return bareReceipt(document)
  const { receipt, schema } = document
  const isBundle = typeof schema === 'string' && slugOfSchemaId(schema, 'bundle') !== undefined
  const isKnown = isBundle || answers.some((names) => names.every((name) => Object.hasOwn(document, name)))
  if (!isKnown) {
    const problem = 'it wraps a receipt in something that is no answer of the service'
    return { problem: `${problem}${placeAdvice(document)}` }
  }
  const reading = readOutcomeReceipt(receipt)
  const problem = 'receipt' in reading ? contradictionIn(document, reading.receipt) : undefined
  if (problem !== undefined) return { problem }
  return {
    receipt,
    ...(hasStatus(document) && { status: document['status'] }),
    ...(isBundle && { bundle: document }),
  }
}

/** Anything that is not itself a receipt and holds one is not judged: it would be called invalid, and the receipt in it may be valid. */
function bareReceipt(document: unknown): EnvelopeReading {
  const advice = isReceiptLike(document) ? '' : placeAdvice(document)
  return advice === '' ? { receipt: document } : { problem: `it is no receipt itself${advice}` }
}

function placeAdvice(document: unknown): string {
  const place = receiptPlace(document)
  return place === undefined
    ? ''
    : `; a receipt seems to be at ${place}: save that value as a file of its own`
}

type Members = Readonly<Record<string, unknown>>

/** A Spool has a status too, which is not that of a receipt. */
function hasStatus({ status }: Members): boolean {
  return isJsonObject(status) && Object.hasOwn(status, 'receipt_id')
}

function contradictionIn(document: Members, receipt: OutcomeReceipt): string | undefined {
  const { units, result, amounts } = receipt
  const counts = units ?? { accepted: result === 'pass' ? 1 : 0, rejected: result === 'fail' ? 1 : 0 }
  const attested = isJsonObject(document['attestation']) ? document['attestation'] : {}
  const told = isJsonObject(document['status']) ? document['status'] : {}
  const claims: readonly (readonly [path: string, said: unknown, due: unknown])[] = [
    ['spool_id', document['spool_id'], receipt.agreement.spool_id],
    ['id', document['id'], receipt.agreement.spool_id],
    ['verification_run_id', document['verification_run_id'], receipt.verification.run_id],
    ['earned_cents', document['earned_cents'], Number(parseAmount(amounts.earned, amounts.decimals))],
    ['accepted', document['accepted'], counts.accepted],
    ['rejected', document['rejected'], counts.rejected],
    ['superseded', document['superseded'], receipt.supersedes],
    ['status.receipt_id', told['receipt_id'], receipt.id],
    ['attestation.spoolId', attested['spoolId'], receipt.agreement.spool_id],
    ['attestation.environment', attested['environment'], receipt.environment],
    ['attestation.result', attested['result'], result],
    ['attestation.approvedAmount', attested['approvedAmount'], amounts.earned],
    ['attestation.maximumAmount', attested['maximumAmount'], amounts.committed],
    ['attestation.evidenceDigest', attested['evidenceDigest'], `sha256:${receipt.evidence_root}`],
    ...repeated.map((name) => [name, document[name], receipt[name]] as const),
  ]
  const odd = claims.find(([, said, due]) => said !== undefined && !isSame(said, due))
  return odd && `its ${odd[0]} is not that of the receipt in it`
}

/** Members of a receipt that an answer around it has for no other thing. */
const repeated = [
  'environment',
  'result',
  'units',
  'amounts',
  'issued_at',
  'nonce',
  'signing_key_id',
  'signature',
] as const

function isSame(said: unknown, due: unknown): boolean {
  return (
    said === due || (isJsonObject(said) && isJsonObject(due) && canonicalJson(said) === canonicalJson(due))
  )
}
