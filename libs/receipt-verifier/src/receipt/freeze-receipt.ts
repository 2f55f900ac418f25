import { type Sha256, canonicalJson, portableSha256, sortMemberNames } from '@outturn/canonical'
import type { DetachableMember, ReceiptBody } from './outcome-receipt.ts'
import { receiptIdOf } from './receipt-body.ts'

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
