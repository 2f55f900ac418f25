import {
  conditionOutcomes,
  conditionRequirements,
  decisionAuthorities,
  environments,
  keyStatuses,
  receiptStatuses,
  reportedReceiptStatuses,
  unitVerdicts,
  verdicts,
} from '@outturn/vocabulary'
import { z } from 'zod'
import {
  AgreementAcceptance,
  AttestationId,
  ConditionId,
  ConditionFinding,
  CountedUnits,
  EarnedAmounts,
  EvidenceFinding,
  ReceiptId,
  RunId,
  Sha256Digest,
  Sha256Hex,
  SpoolId,
  Timestamp,
  jsonSchemaOf,
  listAsMade,
} from '@outturn/agreement'

const runResult = z.enum(verdicts)

const UnitResult = z.strictObject({
  unit: z.int().min(1).describe('1 for the first unit.'),
  result: z.enum(unitVerdicts),
  reasons: z.array(
    z.strictObject({
      condition_id: ConditionId,
      code: z.string(),
      unit: z.int().min(1).optional().describe('The unit that this one repeats, 1 for the first.'),
      field: z.string().optional(),
    }),
  ),
  more_reasons: z
    .int()
    .min(1)
    .optional()
    .describe('How many reasons there are beyond those listed, where there are more than five.'),
  salt: z.string(),
  identity: z
    .strictObject({
      id: z.string().describe('Salted pseudonym of the unit: `uid_…`.'),
      label: z.string().optional().describe('The value of the source key, where its visibility is `label`.'),
    })
    .optional(),
})

const UnitDisclosure = z.strictObject({
  leaf: UnitResult,
  index: z.int().min(0).describe('0 for the first unit.'),
  proof: z.array(Sha256Hex).describe('Sibling hashes up to the root.'),
})

/** A signed statement on the status of a receipt, good for a day. */
export const StatusProof = z
  .strictObject({
    schema: z.string(),
    receipt_id: ReceiptId,
    status: z.enum(receiptStatuses),
    issued_at: Timestamp,
    expires_at: Timestamp,
    signing_key_id: Sha256Hex,
    signature: z.string(),
  })
  .meta({ id: 'StatusProof' })

/** A signed Outcome Receipt, as served. What makes one valid is decided by the receipt verifier, not by this schema. */
export const OutcomeReceiptBody = z
  .looseObject({
    schema: z.string(),
    id: ReceiptId,
    environment: z.enum(environments),
    agreement: z.looseObject({
      spool_id: SpoolId,
      agreement_version: z.int(),
      agreement_hash: Sha256Hex,
      acceptance: AgreementAcceptance,
      quote_digest: Sha256Digest.optional().describe('Of the accepted quote; on work of an agent only.'),
    }),
    verification: z.looseObject({
      plan_version: z.string(),
      plan_hash: Sha256Hex,
      compiler_version: z.string(),
      evidence_policy_version: z.string(),
      run_id: RunId,
      run_digest: Sha256Hex,
      aggregation_policy: z.strictObject({ policy_id: z.string(), policy_version: z.string() }),
      decision_authority: z.enum(decisionAuthorities).optional(),
      attempt: z.int().min(1).optional().describe('Number of the run among those of the Spool.'),
    }),
    evidence_root: Sha256Hex,
    evidence: z.array(EvidenceFinding),
    condition_results: z.array(ConditionFinding),
    result: runResult,
    units: CountedUnits.nullable(),
    amounts: EarnedAmounts,
    history: z
      .strictObject({ seq: z.int(), hash: Sha256Hex })
      .describe('Number and hash of the last event of the Spool before the run.'),
    actors: z.strictObject({
      payer: z.strictObject({ subject: z.string(), kind: z.string() }),
      provider: z.strictObject({ subject: z.string(), kind: z.string() }),
    }),
    declared_intent: z
      .strictObject({ gated_action: z.string().optional(), note: z.string().optional() })
      .optional()
      .describe('What the creator said it would do with the verdict; it has no effect on it.'),
    recipe: z
      .strictObject({ id: z.string(), recipe_hash: z.string() })
      .optional()
      .describe('The recipe that the conditions were made from.'),
    supersedes: ReceiptId.optional().describe('The receipt that this one replaces.'),
    issued_at: Timestamp,
    nonce: z.string(),
    algorithm: z.literal('Ed25519'),
    signing_key_id: Sha256Hex,
    signature: z.string(),
    unit_results: listAsMade(UnitResult)
      .optional()
      .describe('What was found of each unit, bound by `units.unit_results_digest`; outside the signature.'),
    unit_disclosures: listAsMade(UnitDisclosure)
      .optional()
      .describe('Some of the unit results, each with its proof, in place of all.'),
    log_proof: z
      .string()
      .optional()
      .describe('C2SP tlog-proof, once the receipt is in the transparency log; outside the signature.'),
    status_proof: StatusProof.optional(),
    extensions: z
      .looseObject({})
      .optional()
      .describe('Whatever others add, such as co-signatures: not signed, and judged by no check.'),
  })
  .meta({ id: 'OutcomeReceipt' })
export type OutcomeReceiptBody = z.infer<typeof OutcomeReceiptBody>

const attestedCondition = z.strictObject({
  conditionId: ConditionId,
  result: z.enum(conditionOutcomes),
  method: z.string(),
  requirement: z.enum(conditionRequirements),
})

/** Members of an attestation that its issuer decides; id, times, verification digest, key and signature are the signer's. */
const attestationClaims = {
  compilationVersion: z.string(),
  verificationPlanVersion: z.string(),
  result: runResult,
  approvedAmount: z.string(),
  maximumAmount: z.string(),
  assetOrCurrency: z.string(),
  payerPartyId: z.string(),
  providerPartyId: z.string(),
  // What others send may have any form: the signature decides.
  conditionResults: z
    .array(z.record(z.string(), z.unknown()))
    .meta({ items: jsonSchemaOf(attestedCondition) }),
  evidenceDigest: z.string(),
}
/** Where the provider wants to be paid; signed, and outside the verification digest. */
const providerDestination = z.string().optional()

export const AttestationClaims = z.strictObject({ ...attestationClaims, providerDestination })

/** The lower-level signed verdict. Strict: every key of the contract and no other. */
export const AttestationBody = z
  .strictObject({
    id: AttestationId,
    environment: z.enum(environments),
    spoolId: SpoolId,
    ...attestationClaims,
    verificationDigest: z.string(),
    issuedAt: z.iso.datetime({ offset: true }),
    expiresAt: z.iso.datetime({ offset: true }),
    nonce: z.string(),
    signingKeyId: z.string(),
    signature: z.string(),
    providerDestination,
  })
  .meta({ id: 'Attestation' })
export type AttestationBody = z.infer<typeof AttestationBody>

export const AttestationVerdict = z
  .strictObject({
    valid: z.boolean(),
    environment: z.enum(environments),
    reasons: z.array(z.string()),
    checked_at: Timestamp,
  })
  .meta({ id: 'AttestationVerdict' })
export type AttestationVerdict = z.infer<typeof AttestationVerdict>

/** What a reader of a receipt is told beside it. */
export const ReceiptAdvisory = z.strictObject({
  code: z.string(),
  message: z.string(),
  at: Timestamp,
  replacement_receipt_id: ReceiptId.optional(),
})

/** Online status of a receipt on the unversioned route. */
export const ReceiptStatus = z
  .strictObject({
    receipt_id: ReceiptId,
    status: z.enum(reportedReceiptStatuses),
    advisories: z.array(ReceiptAdvisory),
    checked_at: Timestamp,
    status_proof: StatusProof.optional(),
  })
  .meta({ id: 'ReceiptStatus' })

/** Online status of a receipt on the v1 route. */
export const ReceiptStatusV1 = ReceiptStatus.extend({
  state: z.enum(['current', 'superseded', 'revoked', 'unknown']),
  consumptions_recorded: z.int().optional(),
}).meta({ id: 'ReceiptStatusV1' })
export type ReceiptStatusV1 = z.infer<typeof ReceiptStatusV1>

export const ReceiptRecord = z
  .strictObject({
    receipt: OutcomeReceiptBody,
    status: ReceiptStatusV1,
    receipt_url: z.string(),
    spool_id: SpoolId,
    attestation: AttestationBody,
    links: z.strictObject({ bundle: z.string().optional(), status: z.string() }),
  })
  .meta({ id: 'ReceiptRecord' })
export type ReceiptRecord = z.infer<typeof ReceiptRecord>

const publishedKey = z.strictObject({
  key_id: Sha256Hex,
  algorithm: z.literal('Ed25519'),
  public_key: z.string(),
  status: z.enum(keyStatuses),
  not_before: Timestamp,
  not_after: Timestamp.nullable(),
  retired_at: Timestamp.nullable(),
})
export type PublishedKey = z.infer<typeof publishedKey>
const keysByEnvironment = z.strictObject({ production: z.array(publishedKey), demo: z.array(publishedKey) })

/** A transparency log: its name and the keys that its checkpoints count under. */
const publishedLog = z.strictObject({
  origin: z.string(),
  vkey: z.string(),
  /** Keys of before that still count. */
  previous_vkeys: z.array(z.string()),
})
export type PublishedLog = z.infer<typeof publishedLog>

const chainLink = z.strictObject({
  version: z.int(),
  document_hash: Sha256Hex.describe('SHA-256 of the document of this environment as it was published.'),
  prev_document_hash: Sha256Hex.nullable(),
})

/** What the service signed of a bundle. */
export const BundleManifest = z
  .strictObject({
    schema: z.string(),
    receipt_id: ReceiptId,
    made_at: Timestamp,
    members: z.record(z.string(), Sha256Hex).describe('The digest of every other member of the bundle.'),
    signing_key_id: Sha256Hex,
    signature: z.string(),
  })
  .meta({ id: 'BundleManifest' })
export type BundleManifest = z.infer<typeof BundleManifest>

/** The trust anchors that anyone may pin. */
/** A signature of an offline root key over the canonical document without it. */
export const RootSignature = z
  .strictObject({ key_id: Sha256Hex, signature: z.string().length(86) })
  .meta({ id: 'RootSignature' })
export type RootSignature = z.infer<typeof RootSignature>

export const KeyDocument = z
  .strictObject({
    schema: z.string(),
    issuer: z.string(),
    version: z.int(),
    updated_at: Timestamp,
    receipts: keysByEnvironment,
    attestations: keysByEnvironment,
    status: keysByEnvironment,
    exports: keysByEnvironment
      .optional()
      .describe(
        'Keys of credentials and DSSE envelopes made of receipts; absent in documents of before there were any.',
      ),
    /** The log of production; null while there is none. */
    log: publishedLog.nullish(),
    demo_log: publishedLog.nullish(),
    prev_document_hash: Sha256Hex.nullable().describe('Null in the first one, and where `parts` has chains.'),
    parts: z
      .strictObject({ production: chainLink.optional(), demo: chainLink.optional() })
      .optional()
      .describe('The chained documents that this one was put together from, by environment.'),
    as_of: Timestamp.optional().describe('When the root key said that this is the document of the service.'),
    root_signature: RootSignature.optional().describe(
      'For readers who pin the root key; absent where it has not signed this document.',
    ),
  })
  .meta({ id: 'KeyDocument' })
export type KeyDocument = z.infer<typeof KeyDocument>
