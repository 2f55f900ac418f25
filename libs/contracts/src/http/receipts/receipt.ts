import {
  AggregationPolicy,
  AgreementAcceptance,
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
  listAsMade,
} from '@outturn/agreement'
import { decisionAuthorities, environments, verdicts } from '@outturn/vocabulary'
import { z } from 'zod'
import { StatusProof } from './receipt-status.ts'
import { Ed25519Signature } from './ed25519-signature.ts'
import { UnitResult, UnitDisclosure } from './unit-result.ts'

/** A party as a receipt names it. */
const ReceiptActor = z
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
  .meta({ id: 'ReceiptActor' })

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
        aggregation_policy: AggregationPolicy.describe(
          'Rule that combines the condition results into the verdict.',
        ),
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
    result: z.enum(verdicts).describe('Verdict of the run.'),
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
        payer: ReceiptActor.describe('The party that pays.'),
        provider: ReceiptActor.describe('The party that delivers.'),
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
    signature: Ed25519Signature,
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
