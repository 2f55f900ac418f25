import { Sha256Hex, Timestamp } from '@outturn/agreement'
import { keyStatuses } from '@outturn/vocabulary'
import { z } from 'zod'

const PublicKey = z
  .strictObject({
    key_id: Sha256Hex.describe('SHA-256 of the public key.'),
    algorithm: z.literal('Ed25519').describe('Signature algorithm.'),
    public_key: z.string().meta({
      description: 'Raw public key in base64url.',
      examples: ['iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w'],
    }),
    status: z.enum(keyStatuses).describe('Status of the key.'),
    not_before: Timestamp.describe('Time from which signatures of the key are valid.'),
    not_after: Timestamp.nullable().describe(
      'Time after which its signatures are no longer valid; null if there is none.',
    ),
    retired_at: Timestamp.nullable().describe('Time at which the key was retired; null while it is in use.'),
  })
  .meta({ id: 'PublicKey' })
export type PublishedKey = z.infer<typeof PublicKey>
const PurposeKeys = z
  .strictObject({
    production: z.array(PublicKey).describe('Keys of the production environment.'),
    demo: z.array(PublicKey).describe('Keys of the sandbox.'),
  })
  .meta({ id: 'PurposeKeys' })

/** A transparency log: its name and the keys that its checkpoints count under. */
const LogKey = z
  .strictObject({
    origin: z.string().meta({ description: 'Name of the log.', examples: ['outturn.example/log'] }),
    vkey: z.string().meta({
      description: 'Public key of the log in the signed note format.',
      examples: ['outturn.example/log+01234567+AQ…'],
    }),
    previous_vkeys: z.array(z.string()).describe('Earlier public keys of the log that are still trusted.'),
    // The specification of the key document says what an ended log is.
    ended: z.array(z.looseObject({})).optional().describe('Earlier logs.'),
  })
  .meta({ id: 'LogKey' })
export type PublishedLog = z.infer<typeof LogKey>

const KeyDocumentPart = z
  .strictObject({
    version: z
      .int()
      .meta({ description: 'Version number of the document of this environment.', examples: [3] }),
    document_hash: Sha256Hex.describe('SHA-256 of the published document of this environment.'),
    prev_document_hash: Sha256Hex.nullable().describe(
      'SHA-256 of the previous document of this environment; null in the first.',
    ),
  })
  .meta({ id: 'KeyDocumentPart' })

/** A signature of an offline root key over the canonical document without it. */
export const RootSignature = z
  .strictObject({
    key_id: Sha256Hex.describe('SHA-256 of the public root key.'),
    signature: z
      .string()
      .length(86)
      .meta({
        description: 'Ed25519 signature in base64url.',
        examples: ['i7pnjiUD2gYXZq13c29lGns_YYT_sdFL5xC5wLLPh4kYGrQ2V4vPoedNXBSnwvlV3eZ7U1WlBUjii4PzOnIgCg'],
      }),
  })
  .meta({ id: 'RootSignature' })
export type RootSignature = z.infer<typeof RootSignature>

/** The trust anchors that anyone may pin. */
export const KeyDocument = z
  .strictObject({
    schema: z.string().meta({
      description: 'Name and version of the document format.',
      examples: ['outturn/key-document@1'],
    }),
    issuer: z.string().meta({
      description: 'URL of the service that signs with these keys.',
      examples: ['https://outturn.example'],
    }),
    version: z
      .int()
      .meta({ description: 'Version number of the document. Each change increases it.', examples: [3] }),
    updated_at: Timestamp.describe('Time of the last change.'),
    receipts: PurposeKeys.describe('Keys that sign receipts.'),
    attestations: PurposeKeys.describe('Keys that sign attestations.'),
    status: PurposeKeys.describe('Keys that sign status statements.'),
    exports: PurposeKeys.optional().describe(
      'Keys that sign receipts exported as credentials or DSSE envelopes. Absent in older documents.',
    ),
    payments: PurposeKeys.optional().describe(
      'Keys that sign offers and receipts of payments by x402. Absent in older documents.',
    ),
    log: LogKey.nullish().describe('Transparency log of production; null if there is none.'),
    demo_log: LogKey.nullish().describe('Transparency log of the sandbox; null if there is none.'),
    prev_document_hash: Sha256Hex.nullable().describe(
      'SHA-256 of the previous document; null in the first, and if `parts` lists the documents instead.',
    ),
    parts: z
      .strictObject({
        production: KeyDocumentPart.optional().describe('Document of the production environment.'),
        demo: KeyDocumentPart.optional().describe('Document of the sandbox.'),
      })
      .optional()
      .describe('Documents of the environments that this document combines.'),
    as_of: Timestamp.optional().describe(
      'Time at which the root key confirmed that this document is current.',
    ),
    root_signature: RootSignature.optional().describe(
      'Signature for clients that pin the root key. Absent if the root key has not signed this document.',
    ),
  })
  .meta({ id: 'KeyDocument' })
export type KeyDocument = z.infer<typeof KeyDocument>
