import { type Sha256, fromBase64Url } from '@outturn/canonical'
import type { OutcomeReceipt } from '../receipt/outcome-receipt.ts'

/** Who signs an export. */
export interface ExportIssuer {
  /** Address of the service, without a slash at the end. */
  readonly publicUrl: string
  /** 32 raw bytes of the key that signs. */
  readonly publicKey: Uint8Array
  /** 64 hexadecimal digits: SHA-256 of the raw public key. */
  readonly keyId: string
}

/** An export before it is signed. */
export interface ExportDraft {
  /** The bytes to sign with Ed25519. */
  readonly signedBytes: Uint8Array
  /** JSON text of the export with this signature, 86 characters of base64url. */
  readonly withSignature: (signature: string) => string
}

/** Makes the export of a receipt. A function of its arguments alone, so the same key always gives the same bytes. */
export type DraftExport = (receipt: OutcomeReceipt, issuer: ExportIssuer, sha256?: Sha256) => ExportDraft

/** The 64 bytes of a signature. Throws RangeError for any other text. */
export function signatureBytes(signature: string): Uint8Array {
  const bytes = fromBase64Url(signature)
  if (bytes?.length !== 64) throw new RangeError('An Ed25519 signature has 64 bytes.')
  return bytes
}
