import { type Sha256, canonicalJson, portableSha256, sortMemberNames, toHex } from '@outturn/canonical'
import type { DetachableMember, OutcomeReceipt, ReceiptBody } from '../receipt/outcome-receipt.ts'

const DETACHABLE = {
  signing_key_id: true,
  signature: true,
  unit_results: true,
  unit_disclosures: true,
  log_proof: true,
  status_proof: true,
} as const satisfies Record<'signing_key_id' | 'signature' | DetachableMember, true>

/** A receipt body that can no longer change: its id, and the exact text that is signed and stored. */
export interface FrozenReceipt {
  /** `ocr_` and 24 hexadecimal digits of the SHA-256 of the canonical body. */
  readonly id: string
  /** Canonical JSON of the body with its id. */
  readonly signedText: string
}

/** Canonicalises a receipt body once and derives its id. Throws CanonicalJsonError for a body that is not plain JSON. */
export function freezeReceiptBody(body: ReceiptBody, sha256: Sha256 = portableSha256): FrozenReceipt {
  const members = Object.entries(body)
  const texts = new Map(members.map(([name, value]) => [name, `"${name}":${canonicalJson(value)}`]))
  const names = sortMemberNames([...texts.keys()])
  const textOf = (name: string) => texts.get(name) as string

  const id = receiptIdOf(`{${names.map(textOf).join(',')}}`, sha256)
  // The body is not serialised again: its id goes where its name sorts.
  texts.set('id', `"id":"${id}"`)
  const signedText = `{${sortMemberNames([...names, 'id'])
    .map(textOf)
    .join(',')}}`
  return { id, signedText }
}

/** The id that a canonical body (without id and detachable members) has. */
export function receiptIdOf(bodyText: string, sha256: Sha256 = portableSha256): string {
  return `ocr_${toHex(sha256(bodyText)).slice(0, 24)}`
}

/** The signed body of a received receipt: everything but its id and the detachable members. */
export function bodyOfReceipt(receipt: OutcomeReceipt): ReceiptBody {
  const members = Object.entries(receipt).filter(
    ([name]) => name !== 'id' && !Object.hasOwn(DETACHABLE, name),
  )
  return Object.fromEntries(members) as unknown as ReceiptBody
}

/** The text a receipt's signature is over, whatever id the receipt claims: its canonical body with that id. */
export function signedReceiptText(receipt: OutcomeReceipt): string {
  return canonicalJson({ ...bodyOfReceipt(receipt), id: receipt.id })
}

export interface ReceiptParts {
  readonly signedText: string
  /** 64 hexadecimal digits. */
  readonly signingKeyId: string
  /** 86 characters of base64url. */
  readonly signature: string
  /** JSON texts, spliced in as they are. */
  readonly detached?: Readonly<Partial<Record<DetachableMember, string>>>
}

/** JSON text of a whole receipt around the signed text, whose bytes stay as they were stored. */
export function composeReceipt({ signedText, signingKeyId, signature, detached = {} }: ReceiptParts): string {
  const members = [`"signing_key_id":"${signingKeyId}"`, `"signature":"${signature}"`]
  for (const [name, text] of Object.entries(detached)) members.push(`"${name}":${text}`)
  return `${signedText.slice(0, -1)},${members.join(',')}}`
}
