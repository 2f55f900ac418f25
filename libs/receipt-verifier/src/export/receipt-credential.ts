import { type Sha256, canonicalJson, portableSha256, toBase58 } from '@outturn/canonical'
import type { OutcomeReceipt } from '../receipt/outcome-receipt.ts'
import { didKeyOf, verificationMethodOf } from './did-key.ts'
import { type ExportDraft, type ExportIssuer, signatureBytes } from './export-draft.ts'
import { exportedReceipt } from './exported-receipt.ts'

// The second context gives every member that the first does not define a name of the issuer's own.
const CONTEXTS = [
  'https://www.w3.org/ns/credentials/v2',
  'https://www.w3.org/ns/credentials/undefined-terms/v2',
] as const

/**
 * A receipt as a W3C Verifiable Credential 2.0 with a Data Integrity proof `eddsa-jcs-2022`, which has no time of its own. What is
 * signed are 64 bytes: the hashes of the proof's options and of the document.
 */
export function draftCredential(
  receipt: OutcomeReceipt,
  { publicUrl, publicKey }: ExportIssuer,
  sha256: Sha256 = portableSha256,
): ExportDraft {
  const { text, digest } = exportedReceipt(receipt, sha256)
  const { id, environment, result, amounts, issued_at } = receipt
  const document = {
    '@context': CONTEXTS,
    id: `${publicUrl}/api/v1/receipts/${id}/credential`,
    type: ['VerifiableCredential', 'OutcomeReceiptCredential'],
    issuer: didKeyOf(publicKey),
    validFrom: issued_at,
    credentialStatus: { id: `${publicUrl}/api/v1/receipts/${id}/status`, type: 'OutcomeReceiptStatus' },
    credentialSubject: {
      id: `${publicUrl}/r/${id}`,
      type: 'OutcomeReceipt',
      receipt_id: id,
      environment,
      result,
      amounts,
      receipt_digest: digest,
      // A text and no object: a reader of linked data would take its members `id` and `type` for their own.
      receipt: text,
    },
  }
  const options = {
    '@context': CONTEXTS,
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    verificationMethod: verificationMethodOf(publicKey),
    proofPurpose: 'assertionMethod',
  }
  return {
    signedBytes: Uint8Array.of(...sha256(canonicalJson(options)), ...sha256(canonicalJson(document))),
    withSignature: (signature) =>
      canonicalJson({
        ...document,
        proof: { ...options, proofValue: `z${toBase58(signatureBytes(signature))}` },
      }),
  }
}
