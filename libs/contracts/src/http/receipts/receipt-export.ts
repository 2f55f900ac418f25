import { environments, verdicts } from '@outturn/vocabulary'
import { z } from 'zod'
import { ReceiptId, Sha256Hex, Timestamp } from '@outturn/agreement'

/** A receipt as a W3C Verifiable Credential 2.0 with a Data Integrity proof. */
export const ReceiptCredential = z
  .strictObject({
    '@context': z.array(z.string()).describe('JSON-LD contexts of the credential.'),
    id: z.string().meta({
      description: 'URL of the credential.',
      examples: ['https://outturn.example/api/v1/receipts/ocr_0123456789abcdef01234567/credential'],
    }),
    type: z.array(z.string()).describe('Types of the credential.'),
    issuer: z.string().meta({
      description: 'Issuer as a `did:key`. The key document lists the key under `exports`.',
      examples: ['did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'],
    }),
    validFrom: Timestamp.describe('Time from which the credential is valid: the issue time of the receipt.'),
    credentialStatus: z
      .strictObject({
        id: z.string().meta({
          description: 'URL of the receipt status.',
          examples: ['https://outturn.example/api/v1/receipts/ocr_0123456789abcdef01234567/status'],
        }),
        type: z.literal('OutcomeReceiptStatus').describe('Type of the status entry.'),
      })
      .describe('Location of the current status of the receipt.'),
    credentialSubject: z
      .strictObject({
        id: z.string().meta({
          description: 'URL of the receipt page.',
          examples: ['https://outturn.example/r/ocr_0123456789abcdef01234567'],
        }),
        type: z.literal('OutcomeReceipt').describe('Type of the subject.'),
        receipt_id: ReceiptId.describe('ID of the receipt.'),
        environment: z.enum(environments).describe('Environment in which the receipt was issued.'),
        result: z.enum(verdicts).describe('Verdict of the verification run.'),
        amounts: z
          .strictObject({
            earned: z.string().meta({
              description: 'Value of the accepted units, as a decimal with two places.',
              examples: ['4.00'],
            }),
            committed: z.string().meta({
              description: 'Value of all agreed units, as a decimal with two places.',
              examples: ['5.00'],
            }),
            asset: z.string().meta({ description: 'Currency of the amounts.', examples: ['USD'] }),
            decimals: z
              .int()
              .meta({ description: 'Number of decimal places in the amounts.', examples: [2] }),
          })
          .describe('Earned and committed amounts.'),
        receipt_digest: Sha256Hex.describe('SHA-256 of the text that the receipt signature covers.'),
        receipt: z.string().meta({
          description: 'Signed receipt as JSON text, without its unsigned members.',
          examples: ['{"schema":"outturn/outcome-receipt@1",…}'],
        }),
      })
      .describe('Contents of the receipt.'),
    proof: z
      .strictObject({
        '@context': z.array(z.string()).describe('JSON-LD contexts of the proof.'),
        type: z.literal('DataIntegrityProof').describe('Type of the proof.'),
        cryptosuite: z.literal('eddsa-jcs-2022').describe('Cryptographic suite of the proof.'),
        verificationMethod: z.string().meta({
          description: 'Key that verifies the proof, as a `did:key` URL.',
          examples: ['did:key:z6Mk…'],
        }),
        proofPurpose: z.literal('assertionMethod').describe('Purpose of the proof.'),
        proofValue: z.string().meta({
          description: 'Signature, base58-encoded with the multibase prefix `z`.',
          examples: ['z3FXQ…'],
        }),
      })
      .describe('Data Integrity proof of the credential.'),
  })
  .meta({ id: 'ReceiptCredential' })

/** A receipt as an in-toto Statement v1 in a DSSE envelope. */
export const ReceiptEnvelope = z
  .strictObject({
    payloadType: z.literal('application/vnd.in-toto+json').describe('Media type of the decoded payload.'),
    payload: z.base64().meta({
      description:
        'Base64-encoded in-toto statement. The receipt is its predicate; the receipt and the verified content are its subjects.',
      examples: ['eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEifQ=='],
    }),
    signatures: z
      .array(
        z.strictObject({
          keyid: Sha256Hex.describe('ID of the key that signed the payload.'),
          sig: z
            .base64()
            .meta({ description: 'Base64-encoded Ed25519 signature.', examples: ['c2lnbmF0dXJl'] }),
        }),
      )
      .length(1)
      .describe('Signature of the payload.'),
  })
  .meta({ id: 'ReceiptEnvelope' })
