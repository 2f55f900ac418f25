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
  unit: z
    .int()
    .min(1)
    .meta({ description: 'Number of the unit; the first unit is 1.', examples: [3] }),
  result: z.enum(unitVerdicts).describe('Result of the unit.'),
  reasons: z
    .array(
      z.strictObject({
        condition_id: ConditionId.describe('ID of the condition that the unit did not meet.'),
        code: z
          .string()
          .meta({ description: 'Machine-readable code of the reason.', examples: ['missing_field'] }),
        unit: z
          .int()
          .min(1)
          .optional()
          .meta({
            description: 'Number of the earlier unit that this unit duplicates; the first unit is 1.',
            examples: [1],
          }),
        field: z
          .string()
          .optional()
          .meta({ description: 'Name of the field that the reason concerns.', examples: ['email'] }),
      }),
    )
    .describe('Reasons why the unit was not accepted; at most five.'),
  more_reasons: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Number of reasons beyond the five that are listed.', examples: [3] }),
  salt: z.string().meta({
    description: 'Random salt that keeps the unit from being guessed from its hash.',
    examples: ['c2FsdA'],
  }),
  identity: z
    .strictObject({
      id: z.string().meta({
        description: 'Salted pseudonym of the unit: `uid_…`.',
        examples: ['uid_0123456789abcdef01234567'],
      }),
      label: z
        .string()
        .optional()
        .meta({
          description:
            'Value of the source key. Present only if the agreement makes it visible as a `label`.',
          examples: ['a@example.com'],
        }),
    })
    .optional()
    .describe('Identity of the unit, if the agreement defines a source key.'),
})

const UnitDisclosure = z.strictObject({
  leaf: UnitResult.describe('Result of one unit.'),
  index: z
    .int()
    .min(0)
    .meta({ description: 'Position of the unit in the Merkle tree; the first is 0.', examples: [0] }),
  proof: z.array(Sha256Hex).describe('Sibling hashes from the leaf to the Merkle root.'),
})

/** A signed statement on the status of a receipt, good for a day. */
export const StatusProof = z
  .strictObject({
    schema: z
      .string()
      .meta({ description: 'Name and version of the document format.', examples: ['outturn/status@1'] }),
    receipt_id: ReceiptId.describe('ID of the receipt.'),
    status: z.enum(receiptStatuses).describe('Status of the receipt when the statement was signed.'),
    issued_at: Timestamp.describe('Time at which the statement was signed.'),
    expires_at: Timestamp.describe('Time until which the statement is valid: 24 hours after it was signed.'),
    signing_key_id: Sha256Hex.describe('SHA-256 of the public key that verifies the signature.'),
    signature: z.string().meta({
      description: 'Ed25519 signature in base64url.',
      examples: ['i7pnjiUD2gYXZq13c29lGns_YYT_sdFL5xC5wLLPh4kYGrQ2V4vPoedNXBSnwvlV3eZ7U1WlBUjii4PzOnIgCg'],
    }),
  })
  .meta({ id: 'StatusProof' })

/** A signed Outcome Receipt, as served. What makes one valid is decided by the receipt verifier, not by this schema. */
export const OutcomeReceiptBody = z
  .looseObject({
    schema: z.string().meta({
      description: 'Name and version of the document format.',
      examples: ['outturn/outcome-receipt@1'],
    }),
    id: ReceiptId.describe('ID of the receipt.'),
    environment: z.enum(environments).describe('Environment in which the receipt was issued.'),
    agreement: z
      .looseObject({
        spool_id: SpoolId.describe('ID of the Spool.'),
        agreement_version: z.int().meta({ description: 'Version number of the agreement.', examples: [1] }),
        agreement_hash: Sha256Hex.describe('SHA-256 of the canonical JSON of the agreement.'),
        acceptance: AgreementAcceptance.describe('Acceptance of the agreement by its parties.'),
        quote_digest: Sha256Digest.optional().describe(
          'Digest of the accepted quote. Present only on Spools of type `agent_task`.',
        ),
      })
      .describe('The agreement that was verified.'),
    verification: z
      .looseObject({
        plan_version: z.string().meta({ description: 'Version of the plan format.', examples: ['1'] }),
        plan_hash: Sha256Hex.describe('SHA-256 of the canonical JSON of the verification plan.'),
        compiler_version: z.string().meta({
          description: 'Version of the compiler that made the plan from the agreement.',
          examples: ['1.0.0'],
        }),
        evidence_policy_version: z
          .string()
          .meta({ description: 'Version of the rules for accepting evidence.', examples: ['3'] }),
        run_id: RunId.describe('ID of the verification run.'),
        run_digest: Sha256Hex.describe('SHA-256 of the findings of the run.'),
        aggregation_policy: z
          .strictObject({
            policy_id: z
              .string()
              .meta({ description: 'Name of the rule.', examples: ['all_mandatory_pass'] }),
            policy_version: z.string().meta({ description: 'Version of the rule.', examples: ['1'] }),
          })
          .describe('Rule that combines the condition results into the verdict.'),
        decision_authority: z
          .enum(decisionAuthorities)
          .optional()
          .describe('Authority that decides the mandatory conditions.'),
        attempt: z
          .int()
          .min(1)
          .optional()
          .meta({
            description: 'Number of this run among the runs of the Spool; the first run is 1.',
            examples: [1],
          }),
      })
      .describe('The verification run, with the versions of the rules that it applied.'),
    evidence_root: Sha256Hex.describe('Merkle root over the entries of `evidence`.'),
    evidence: z.array(EvidenceFinding).describe('Evidence that the run considered.'),
    condition_results: z.array(ConditionFinding).describe('Result of each condition.'),
    result: runResult.describe('Verdict of the run.'),
    units: CountedUnits.nullable().describe('Counts of the units; null if the work is not split into units.'),
    amounts: EarnedAmounts.describe('Earned and committed amounts.'),
    history: z
      .strictObject({
        seq: z
          .int()
          .meta({ description: 'Sequence number of the event; the first event is 1.', examples: [3] }),
        hash: Sha256Hex.describe('SHA-256 of the canonical JSON of the event.'),
      })
      .describe('Number and hash of the last event of the Spool before the run.'),
    actors: z
      .strictObject({
        payer: z
          .strictObject({
            subject: z.string().meta({
              description: 'Pseudonym of the party.',
              examples: ['outturn:party:0123456789abcdef01234567'],
            }),
            kind: z.string().meta({
              description: 'Kind of party, such as a person, an organization or an agent.',
              examples: ['org'],
            }),
          })
          .describe('The party that pays.'),
        provider: z
          .strictObject({
            subject: z.string().meta({
              description: 'Pseudonym of the party.',
              examples: ['outturn:party:0123456789abcdef01234567'],
            }),
            kind: z.string().meta({
              description: 'Kind of party, such as a person, an organization or an agent.',
              examples: ['org'],
            }),
          })
          .describe('The party that delivers.'),
      })
      .describe('Payer and provider, identified by pseudonyms.'),
    declared_intent: z
      .strictObject({
        gated_action: z
          .string()
          .optional()
          .meta({
            description: 'Action that the creator intends to take depending on the verdict.',
            examples: ['payment'],
          }),
        note: z
          .string()
          .optional()
          .meta({ description: 'Note of the creator on the intended action.', examples: ['Invoice 42'] }),
      })
      .optional()
      .describe('Intended use of the verdict, as declared by the creator. It has no effect on the verdict.'),
    recipe: z
      .strictObject({
        id: z.string().meta({ description: 'Name and version of the recipe.', examples: ['lead-list@1'] }),
        recipe_hash: z.string().meta({
          description: 'SHA-256 of the canonical JSON of the recipe.',
          examples: ['sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
        }),
      })
      .optional()
      .describe('Recipe that the conditions were created from.'),
    supersedes: ReceiptId.optional().describe('ID of the receipt that this receipt replaces.'),
    issued_at: Timestamp.describe('Time at which the receipt was signed.'),
    nonce: z.string().meta({
      description: 'Random value that makes the receipt unique.',
      examples: ['n_0123456789abcdef0123456789abcdef'],
    }),
    algorithm: z.literal('Ed25519').describe('Signature algorithm.'),
    signing_key_id: Sha256Hex.describe('SHA-256 of the public key that verifies the signature.'),
    signature: z.string().meta({
      description: 'Ed25519 signature in base64url.',
      examples: ['i7pnjiUD2gYXZq13c29lGns_YYT_sdFL5xC5wLLPh4kYGrQ2V4vPoedNXBSnwvlV3eZ7U1WlBUjii4PzOnIgCg'],
    }),
    unit_results: listAsMade(UnitResult)
      .optional()
      .describe(
        'Result of each unit. Not part of the signed text, but bound to it by `units.unit_results_digest`.',
      ),
    unit_disclosures: listAsMade(UnitDisclosure)
      .optional()
      .describe('Results of selected units with their Merkle proofs, instead of all unit results.'),
    log_proof: z
      .string()
      .optional()
      .meta({
        description:
          'Proof of inclusion in the transparency log, in the C2SP tlog-proof format. Present once the receipt is logged; not part of the signed text.',
        examples: ['c2sp.org/tlog-proof@v1\n…'],
      }),
    status_proof: StatusProof.optional().describe(
      'Signed statement of the receipt status, valid for 24 hours.',
    ),
    extensions: z
      .looseObject({})
      .optional()
      .describe('Data added by third parties, such as co-signatures. It is neither signed nor checked.'),
  })
  .meta({ id: 'OutcomeReceipt' })
export type OutcomeReceiptBody = z.infer<typeof OutcomeReceiptBody>

const attestedCondition = z.strictObject({
  conditionId: ConditionId.describe('ID of the condition.'),
  result: z.enum(conditionOutcomes).describe('Result of the condition.'),
  method: z
    .string()
    .meta({ description: 'Verification method of the condition.', examples: ['deterministic'] }),
  requirement: z
    .enum(conditionRequirements)
    .describe('`mandatory` if the verdict depends on the condition, otherwise `optional`.'),
})

/** Members of an attestation that its issuer decides; id, times, verification digest, key and signature are the signer's. */
const attestationClaims = {
  compilationVersion: z.string().meta({
    description: 'Version of the compiler that made the plan from the agreement.',
    examples: ['1.0.0'],
  }),
  verificationPlanVersion: z.string().meta({ description: 'Version of the plan format.', examples: ['1'] }),
  result: runResult.describe('Verdict of the run.'),
  approvedAmount: z
    .string()
    .meta({ description: 'Earned amount, as a decimal with two places.', examples: ['4.00'] }),
  maximumAmount: z
    .string()
    .meta({ description: 'Committed amount, as a decimal with two places.', examples: ['5.00'] }),
  assetOrCurrency: z.string().meta({ description: 'Currency of the amounts.', examples: ['USD'] }),
  payerPartyId: z
    .string()
    .meta({ description: 'ID of the party that pays.', examples: ['pty_0123456789abcdef01234567'] }),
  providerPartyId: z
    .string()
    .meta({ description: 'ID of the party that delivers.', examples: ['pty_0123456789abcdef01234567'] }),
  // What others send may have any form: the signature decides.
  conditionResults: z
    .array(z.record(z.string(), z.unknown()))
    .meta({ items: jsonSchemaOf(attestedCondition) }),
  evidenceDigest: z.string().meta({
    description: 'SHA-256 of the evidence.',
    examples: ['sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
  }),
}
const providerDestination = z
  .string()
  .optional()
  .meta({
    description:
      'Wallet at which the provider is paid. Covered by the signature, but not by `verificationDigest`.',
    examples: ['wallet:eip155:42431:0x52908400098527886E0F7030069857D2E4169EE7'],
  })

export const AttestationClaims = z.strictObject({ ...attestationClaims, providerDestination })

/** The lower-level signed verdict. Strict: every key of the contract and no other. */
export const AttestationBody = z
  .strictObject({
    id: AttestationId.describe('ID of the attestation.'),
    environment: z.enum(environments).describe('Environment in which the attestation was issued.'),
    spoolId: SpoolId.describe('ID of the Spool.'),
    ...attestationClaims,
    verificationDigest: z.string().meta({
      description: 'SHA-256 of the verdict.',
      examples: ['sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
    }),
    issuedAt: z.iso.datetime({ offset: true }).meta({
      description: 'Time at which the attestation was signed.',
      examples: ['2026-01-31T17:00:00.000Z'],
    }),
    expiresAt: z.iso.datetime({ offset: true }).meta({
      description: 'Time at which the attestation expires.',
      examples: ['2026-02-01T17:00:00.000Z'],
    }),
    nonce: z.string().meta({
      description: 'Random value that makes the attestation unique.',
      examples: ['n_0123456789abcdef0123456789abcdef'],
    }),
    signingKeyId: z.string().meta({
      description: 'SHA-256 of the public key that verifies the signature.',
      examples: ['0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'],
    }),
    signature: z.string().meta({
      description: 'Ed25519 signature in base64url.',
      examples: ['i7pnjiUD2gYXZq13c29lGns_YYT_sdFL5xC5wLLPh4kYGrQ2V4vPoedNXBSnwvlV3eZ7U1WlBUjii4PzOnIgCg'],
    }),
    providerDestination,
  })
  .meta({ id: 'Attestation' })
export type AttestationBody = z.infer<typeof AttestationBody>

export const AttestationVerdict = z
  .strictObject({
    valid: z.boolean().describe('True if the signature and all other checks of the attestation pass.'),
    environment: z.enum(environments).describe('Environment that the attestation names.'),
    reasons: z
      .array(z.string())
      .describe('Codes of the checks that failed; empty if the attestation is valid.'),
    checked_at: Timestamp.describe('Time of the check.'),
  })
  .meta({ id: 'AttestationVerdict' })
export type AttestationVerdict = z.infer<typeof AttestationVerdict>

/** What a reader of a receipt is told beside it. */
export const ReceiptAdvisory = z.strictObject({
  code: z.string().meta({ description: 'Machine-readable code of the notice.', examples: ['superseded'] }),
  message: z
    .string()
    .meta({ description: 'Text of the notice for people.', examples: ['Row 7 was counted twice.'] }),
  at: Timestamp.describe('Time from which the notice applies.'),
  replacement_receipt_id: ReceiptId.optional().describe('ID of the receipt that replaces this one.'),
})

/** Online status of a receipt on the unversioned route. */
export const ReceiptStatus = z
  .strictObject({
    receipt_id: ReceiptId.describe('ID of the receipt.'),
    status: z.enum(reportedReceiptStatuses).describe('Current status of the receipt.'),
    advisories: z.array(ReceiptAdvisory).describe('Notices that explain the status, newest first.'),
    checked_at: Timestamp.describe('Time at which the status was read.'),
    status_proof: StatusProof.optional().describe('Signed statement of the status, valid for 24 hours.'),
  })
  .meta({ id: 'ReceiptStatus' })

/** Online status of a receipt on the v1 route. */
export const ReceiptStatusV1 = ReceiptStatus.extend({
  state: z
    .enum(['current', 'superseded', 'revoked', 'unknown'])
    .describe('`current` if the receipt is in force; otherwise the cause why it is not.'),
  consumptions_recorded: z
    .int()
    .optional()
    .meta({ description: 'Number of recorded uses of the receipt.', examples: [1] }),
}).meta({ id: 'ReceiptStatusV1' })
export type ReceiptStatusV1 = z.infer<typeof ReceiptStatusV1>

export const ReceiptRecord = z
  .strictObject({
    receipt: OutcomeReceiptBody.describe('The signed receipt.'),
    status: ReceiptStatusV1.describe('Current status of the receipt.'),
    receipt_url: z.string().meta({
      description: 'URL of the receipt page.',
      examples: ['https://outturn.example/r/ocr_0123456789abcdef01234567'],
    }),
    spool_id: SpoolId.describe('ID of the Spool that the receipt belongs to.'),
    attestation: AttestationBody.describe('Attestation of the same verdict.'),
    links: z
      .strictObject({
        bundle: z
          .string()
          .optional()
          .meta({
            description: 'URL of the bundle for offline verification.',
            examples: ['https://outturn.example/api/v1/receipts/ocr_0123456789abcdef01234567/bundle'],
          }),
        status: z.string().meta({
          description: 'URL of the current receipt status.',
          examples: ['https://outturn.example/api/v1/receipts/ocr_0123456789abcdef01234567/status'],
        }),
      })
      .describe('URLs of related resources.'),
  })
  .meta({ id: 'ReceiptRecord' })
export type ReceiptRecord = z.infer<typeof ReceiptRecord>

const publishedKey = z.strictObject({
  key_id: Sha256Hex.describe('SHA-256 of the public key.'),
  algorithm: z.literal('Ed25519').describe('Signature algorithm.'),
  public_key: z.string().meta({
    description: 'Raw public key in base64url.',
    examples: ['iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w'],
  }),
  status: z.enum(keyStatuses).describe('Status of the key.'),
  not_before: Timestamp.describe('Time from which signatures of the key are valid.'),
  not_after: Timestamp.nullable().describe(
    'Time after which signatures of the key are no longer valid; null if there is no such time.',
  ),
  retired_at: Timestamp.nullable().describe('Time at which the key was retired; null while it is in use.'),
})
export type PublishedKey = z.infer<typeof publishedKey>
const keysByEnvironment = z.strictObject({
  production: z.array(publishedKey).describe('Keys of the production environment.'),
  demo: z.array(publishedKey).describe('Keys of the sandbox.'),
})

/** A transparency log: its name and the keys that its checkpoints count under. */
const publishedLog = z.strictObject({
  origin: z.string().meta({ description: 'Name of the log.', examples: ['outturn.example/log'] }),
  vkey: z.string().meta({
    description: 'Public key of the log in the signed note format.',
    examples: ['outturn.example/log+01234567+AQ…'],
  }),
  previous_vkeys: z.array(z.string()).describe('Earlier public keys of the log that are still trusted.'),
})
export type PublishedLog = z.infer<typeof publishedLog>

const chainLink = z.strictObject({
  version: z
    .int()
    .meta({ description: 'Version number of the document of this environment.', examples: [3] }),
  document_hash: Sha256Hex.describe('SHA-256 of the published document of this environment.'),
  prev_document_hash: Sha256Hex.nullable().describe(
    'SHA-256 of the previous document of this environment; null in the first.',
  ),
})

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
    signature: z.string().meta({
      description: 'Ed25519 signature in base64url.',
      examples: ['i7pnjiUD2gYXZq13c29lGns_YYT_sdFL5xC5wLLPh4kYGrQ2V4vPoedNXBSnwvlV3eZ7U1WlBUjii4PzOnIgCg'],
    }),
  })
  .meta({ id: 'BundleManifest' })
export type BundleManifest = z.infer<typeof BundleManifest>

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
    receipts: keysByEnvironment.describe('Keys that sign receipts.'),
    attestations: keysByEnvironment.describe('Keys that sign attestations.'),
    status: keysByEnvironment.describe('Keys that sign status statements.'),
    exports: keysByEnvironment
      .optional()
      .describe(
        'Keys that sign receipts exported as credentials or DSSE envelopes. Absent in documents from before exports existed.',
      ),
    payments: keysByEnvironment
      .optional()
      .describe(
        'Keys that sign offers and receipts of payments by x402. Absent in documents from before these were signed.',
      ),
    log: publishedLog.nullish().describe('Transparency log of production; null if there is none.'),
    demo_log: publishedLog.nullish().describe('Transparency log of the sandbox; null if there is none.'),
    prev_document_hash: Sha256Hex.nullable().describe(
      'SHA-256 of the previous document; null in the first, and if `parts` lists the documents instead.',
    ),
    parts: z
      .strictObject({
        production: chainLink.optional().describe('Document of the production environment.'),
        demo: chainLink.optional().describe('Document of the sandbox.'),
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
