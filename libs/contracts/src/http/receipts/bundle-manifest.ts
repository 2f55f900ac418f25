import { ReceiptId, Sha256Hex, Timestamp } from '@outturn/agreement'
import { z } from 'zod'
import { Ed25519Signature } from './ed25519-signature.ts'

/** What the service signed of a bundle. */
export const BundleManifest = z
  .strictObject({
    schema: z.string().meta({
      description: 'Name and version of the document format.',
      examples: ['outturn/bundle-manifest@1'],
    }),
    receipt_id: ReceiptId.describe('ID of the receipt.'),
    made_at: Timestamp.describe('Time at which the bundle was created.'),
    members: z.record(z.string(), Sha256Hex).describe('SHA-256 of each other member of the bundle, by name.'),
    signing_key_id: Sha256Hex.describe('SHA-256 of the public key that verifies the signature.'),
    signature: Ed25519Signature,
  })
  .meta({ id: 'BundleManifest' })
export type BundleManifest = z.infer<typeof BundleManifest>
