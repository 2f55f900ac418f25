import { z } from 'zod'
import { anyScope, keyAccess, openAccess } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { attestationExample } from '../http/examples.ts'
import { AttestationBody, AttestationClaims, AttestationVerdict } from '../http/receipts/attestation.ts'
import { BundleManifest } from '../http/receipts/bundle-manifest.ts'
import { KeyDocument } from '../http/receipts/key-document.ts'
import { OutcomeReceiptBody } from '../http/receipts/receipt.ts'
import { ReceiptRecord } from '../http/receipts/receipt-record.ts'
import { ReceiptStatus, ReceiptStatusV1 } from '../http/receipts/receipt-status.ts'
import { verdicts } from '@outturn/vocabulary'
import { AccountId, ReceiptId, RunId, Sha256Hex, SpoolId, Timestamp } from '@outturn/agreement'
import { defineCommand, defineQuery } from '../operation.ts'
import { Passed } from '../messages/passed-text.ts'
import { ListedReceipt } from './listed-receipt.ts'
import { receiptParams } from '../path-parameters.ts'

/**
 * Signs the receipt of one run, or answers with the one already issued. The body is a function of committed rows
 * (issued_at and nonce included), so asking twice is asking for the same bytes.
 */
export const issueReceipt = defineCommand('signing.issue-receipt', {
  input: z.strictObject({
    runId: RunId,
    spoolId: SpoolId,
    visibleTo: z.array(AccountId),
    /** The account that pays, which alone settles with the receipt; null while the paying party has none. */
    payerAccountId: AccountId.nullable(),
    issuedAt: Timestamp,
    /** Receipt without id, key and signature. */
    body: z.record(z.string(), z.unknown()),
    /** What was found of each unit: a list, outside id and signature; null on a Spool without units. */
    unitResults: Passed.nullable(),
    attestation: AttestationClaims,
    /**
     * The receipt that this one replaces: it becomes `corrected`, with this advisory, when this one is issued. A revoked one
     * refuses its replacement, or is kept revoked beside it.
     */
    supersedes: z
      .strictObject({
        receiptId: ReceiptId,
        advisory: z.string().min(1).max(500),
        ofRevoked: z.enum(['refuse', 'keep']),
      })
      .optional(),
    /** The epoch that the run was opened in; 0 where left out. */
    recoveryEpoch: z.int().min(0).optional(),
  }),
  output: z.strictObject({ receiptId: ReceiptId, receipt: Passed, attestation: Passed }),
  refuses: ['configuration_unavailable', 'conflict', 'invalid_state', 'not_found'],
  sentBy: ['spool'],
})

/** The receipt that was issued for a run; null while there is none. */
export const findReceiptOfRun = defineQuery('signing.find-receipt-of-run', {
  input: z.strictObject({ runId: RunId }),
  output: z.strictObject({ receiptId: ReceiptId.nullable() }),
  sentBy: ['spool'],
})

/** The receipt and the attestation of a run that has them, byte for byte as they were signed. */
export const readDocumentsOfRun = defineQuery('signing.read-documents-of-run', {
  input: z.strictObject({ runId: RunId }),
  output: z.strictObject({ receipt: Passed, attestation: Passed }),
  sentBy: ['spool'],
})

/** The attestation of a receipt, as it was signed: what is settled is read from it. `isActive`: neither receipt nor key was revoked or replaced since. */
export const readAttestation = defineQuery('signing.read-attestation', {
  input: z.strictObject({ receiptId: ReceiptId }),
  output: z.strictObject({ attestation: AttestationBody, isActive: z.boolean() }),
  refuses: ['not_found'],
  sentBy: ['settlement', 'spool'],
})

/** A receipt with its status and attestation, for a party of its Spool. */
export const readReceipt = defineQuery('signing.read-receipt', {
  input: z.strictObject({ receiptId: ReceiptId }),
  output: ReceiptRecord,
  refuses: ['not_found'],
  http: {
    path: '/api/v1/receipts/:receipt_id',
    access: keyAccess(anyScope),
    tag: 'Receipts',
    summary: 'Read a receipt with its status and attestation',
    description:
      'Returns the signed receipt of a run: what was judged, what was earned and for which digests. It costs nothing. Check its signature before you pay by it, and check its status, for a receipt can be corrected or revoked.',
    hasViews: true,
    isPrivate: true,
    params: receiptParams,
    success: { status: 200, description: 'The receipt. Visible only to the parties of its Spool.' },
  },
})

/** The receipts that the account may read, newest first, after the receipt `after`; in short, for a list of them. */
export const listReceipts = defineQuery('signing.list-receipts', {
  input: z.strictObject({
    limit: z.int().min(1).max(500),
    after: ReceiptId.optional(),
    verdict: z.enum(verdicts).optional(),
    /** Issued at this time or later. */
    from: Timestamp.optional(),
    /** Issued before this time. */
    to: Timestamp.optional(),
    spoolId: SpoolId.optional(),
  }),
  output: z.strictObject({ data: z.array(ListedReceipt), has_more: z.boolean() }),
  refuses: ['validation_failed'],
  sentBy: ['gateway'],
})

/** Signs what a bundle is made of: the digest of each of its members. */
export const signBundle = defineQuery('signing.sign-bundle', {
  input: z.strictObject({ receiptId: ReceiptId, members: z.record(z.string(), Sha256Hex) }),
  output: z.strictObject({ manifest: BundleManifest }),
  refuses: ['configuration_unavailable', 'not_found'],
  sentBy: ['gateway'],
})

/** What the public page shows: the receipt itself, no attestation. Without the results of its units where those are long. */
export const readPublicReceipt = defineQuery('signing.read-public-receipt', {
  input: z.strictObject({ receiptId: ReceiptId }),
  output: z.strictObject({ receipt: OutcomeReceiptBody, status: ReceiptStatusV1 }),
  refuses: ['not_found'],
  sentBy: ['gateway'],
})

/** The whole receipt for anybody, as the file that it is. */
export const readReceiptFile = defineQuery('signing.read-receipt-file', {
  input: z.strictObject({ receiptId: ReceiptId }),
  output: z.strictObject({ receipt: Passed }),
  refuses: ['not_found'],
  sentBy: ['gateway'],
})

/** Status of any well-formed id; an unknown one answers `unknown`. */
export const readReceiptStatus = defineQuery('signing.read-receipt-status', {
  input: z.strictObject({ receiptId: ReceiptId }),
  output: ReceiptStatusV1,
  refuses: ['configuration_unavailable'],
  http: {
    operationId: 'read-receipt-status-v1',
    path: '/api/v1/receipts/:receipt_id/status',
    access: openAccess,
    tag: 'Receipts',
    summary: 'Read the online status of a receipt',
    description:
      'Says if a receipt still counts, or was replaced, revoked or disputed. It needs no key and costs nothing. Ask before you pay by a receipt.',
    hasOwnRule: true,
    params: receiptParams,
    success: {
      status: 200,
      description: 'Status of the receipt; `unknown` if there is no receipt with this ID.',
    },
  },
})

/** The same for readers of before `/api/v1`, who know no status `unknown`. */
export const readPlainReceiptStatus = defineEndpoint({
  ...readReceiptStatus.http,
  operationId: 'read-receipt-status',
  path: '/api/receipts/:receipt_id/status',
  success: { status: 200, description: 'Status of the receipt.', content: ReceiptStatus },
})

export const verifyAttestation = defineQuery('signing.verify-attestation', {
  input: z.strictObject({ attestation: AttestationBody }),
  output: AttestationVerdict,
  refuses: ['configuration_unavailable', 'trusted_key_unavailable', 'validation_failed'],
  http: {
    path: '/api/v1/attestations/verify',
    access: openAccess,
    tag: 'Receipts',
    summary: 'Verify an attestation',
    description:
      'Checks the signature, the schema and the status of an attestation that you hold. Anyone may ask, without a key and at no cost, and nothing is stored. Use a bundle and a verifier of your own to check without this service.',
    hasOwnRule: true,
    body: AttestationBody,
    example: attestationExample,
    bodyLimit: { bytes: 65_536 },
    success: {
      status: 200,
      description:
        'Result of the check with the codes of all failed checks; `superseded` and `revoked` concern its receipt. The attestation is not part of the answer.',
    },
  },
})

/** This environment's key document: the newest version, or the one that is named. */
export const readKeyDocument = defineQuery('signing.read-key-document', {
  input: z.strictObject({ version: z.int().min(1).max(2_147_483_647).optional() }),
  output: KeyDocument,
  refuses: ['not_found'],
  sentBy: ['gateway', 'settlement'],
})
