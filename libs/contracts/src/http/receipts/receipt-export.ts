import { environments, verdicts } from '@outturn/vocabulary'
import { z } from 'zod'
import { ReceiptId, Sha256Hex, Timestamp } from '@outturn/agreement'

/** A receipt as a W3C Verifiable Credential 2.0 with a Data Integrity proof. */
export const ReceiptCredential = z
  .strictObject({
    '@context': z.array(z.string()),
    id: z.string(),
    type: z.array(z.string()),
    issuer: z.string().describe('`did:key` of a key that the key document lists under `exports`.'),
    validFrom: Timestamp,
    credentialStatus: z.strictObject({ id: z.string(), type: z.literal('OutcomeReceiptStatus') }),
    credentialSubject: z.strictObject({
      id: z.string(),
      type: z.literal('OutcomeReceipt'),
      receipt_id: ReceiptId,
      environment: z.enum(environments),
      result: z.enum(verdicts),
      amounts: z.strictObject({
        earned: z.string(),
        committed: z.string(),
        asset: z.string(),
        decimals: z.int(),
      }),
      receipt_digest: Sha256Hex.describe('SHA-256 of the text that the signature of the receipt is over.'),
      receipt: z.string().describe('JSON text of the signed receipt, without its detachable members.'),
    }),
    proof: z.strictObject({
      '@context': z.array(z.string()),
      type: z.literal('DataIntegrityProof'),
      cryptosuite: z.literal('eddsa-jcs-2022'),
      verificationMethod: z.string(),
      proofPurpose: z.literal('assertionMethod'),
      proofValue: z.string(),
    }),
  })
  .meta({ id: 'ReceiptCredential' })

/** A receipt as an in-toto Statement v1 in a DSSE envelope. */
export const ReceiptEnvelope = z
  .strictObject({
    payloadType: z.literal('application/vnd.in-toto+json'),
    payload: z
      .base64()
      .describe('The statement: the receipt is its predicate and, with what was judged, its subject.'),
    signatures: z.array(z.strictObject({ keyid: Sha256Hex, sig: z.base64() })).length(1),
  })
  .meta({ id: 'ReceiptEnvelope' })
