import type { Amounts, ConditionResult, EvidenceRow, UnitCounts, UnitLeaf } from '@outturn/receipt-verifier'
import {
  conditionOutcomes,
  conditionRequirements,
  evidenceStatuses,
  sides,
  verdicts,
} from '@outturn/vocabulary'
import { z } from 'zod'
import { ConditionId, EvidenceId, ExactTimestamp, RunId, Sha256Hex, Timestamp } from './ids.ts'
import { listOf } from './json.ts'

const decimal = z.string().regex(/^\d+\.\d{2}$/)

/** What a run found of one evidence item, as a receipt says it. */
export const EvidenceFinding: z.ZodType<EvidenceRow> = z
  .strictObject({
    evidence_id: EvidenceId.nullable().describe('ID of the evidence item; null if it is missing.'),
    condition_id: ConditionId.describe('ID of the condition that the item supports.'),
    status: z
      .enum(evidenceStatuses)
      .describe('Status of the evidence in the run. Only `present` evidence can satisfy a condition.'),
    type: z.string().meta({ description: 'Type of evidence.', examples: ['dataset'] }),
    claim_class: z
      .string()
      .meta({ description: 'Kind of claim that the evidence supports.', examples: ['artifact_state'] }),
    provenance: z
      .string()
      .meta({ description: 'Method by which the evidence was obtained.', examples: ['uploaded_json'] }),
    content_digest: Sha256Hex.nullable().describe(
      'SHA-256 of the content; null if the service stores only a reference to it.',
    ),
    observed_at: ExactTimestamp.nullable().describe(
      'Time at which the submitter says the evidence was observed; null if none was given.',
    ),
    received_at: Timestamp.nullable().describe(
      'Time at which the service received the evidence; null if it is missing.',
    ),
    confirmed_evidence_digest: Sha256Hex.exactOptional().describe(
      'SHA-256 of the evidence that a confirmation applies to. Present only on confirmations.',
    ),
    supplied_by: z
      .enum(sides)
      .exactOptional()
      .describe('Party that submitted the item, if it did so in the name of the other party.'),
    on_behalf_of: z
      .enum(sides)
      .exactOptional()
      .describe('Party in whose name the other party submitted the item.'),
  })
  .meta({ id: 'EvidenceFinding' })

/** What a run found of one condition, as a receipt says it. */
export const ConditionFinding: z.ZodType<ConditionResult> = z
  .strictObject({
    condition_id: ConditionId.describe('ID of the condition.'),
    requirement: z
      .enum(conditionRequirements)
      .describe('`mandatory` if the verdict depends on the condition, otherwise `optional`.'),
    result: z.enum(conditionOutcomes).describe('Result of the condition.'),
    method: z
      .string()
      .meta({ description: 'Verification method of the condition.', examples: ['deterministic'] }),
    verifier_id: z.string().meta({
      description: 'Checker or other verifier that decided the condition.',
      examples: ['checker.completeness'],
    }),
    verifier_version: z.string().meta({ description: 'Version of the verifier.', examples: ['3.2.0'] }),
    evidence_refs: listOf(EvidenceId).describe('IDs of the evidence items that the result is based on.'),
    reason: z.string().meta({
      description: 'Explanation of the result.',
      examples: ['2 of 3 rows have every required field'],
    }),
  })
  .meta({ id: 'ConditionResult' })

/** What a run counted, as a receipt says it. */
export const CountedUnits: z.ZodType<UnitCounts> = z
  .strictObject({
    total: z.int().meta({ description: 'Number of agreed units.', examples: [3] }),
    accepted: z.int().meta({ description: 'Number of accepted units.', examples: [2] }),
    rejected: z.int().meta({ description: 'Number of rejected units.', examples: [1] }),
    uncertain: z.int().meta({ description: 'Number of units that could not be decided.', examples: [0] }),
    earning_rule: z
      .strictObject({
        type: z.literal('per_unit').describe('Type of the rule: each accepted unit earns the same amount.'),
        unit_amount: decimal.meta({
          description: 'Price of each accepted unit, as a decimal with two places.',
          examples: ['2.50'],
        }),
      })
      .describe('Rule for the earned amount.'),
    rejection_summary: listOf(
      z.strictObject({
        reason: z.string().meta({
          description: 'Reason code, with the name of the field if there is one.',
          examples: ['missing_field:email'],
        }),
        count: z.int().meta({ description: 'Number of units rejected for this reason.', examples: [1] }),
      }),
    ).describe('Number of rejected units by reason.'),
    unit_results_digest: Sha256Hex.describe('Digest of the results of all units.'),
  })
  .meta({ id: 'UnitCounts' })

/** What a run earned of what was committed, as a receipt says it. */
export const EarnedAmounts: z.ZodType<Amounts> = z
  .strictObject({
    earned: decimal.meta({
      description: 'Value of the accepted units, as a decimal with two places.',
      examples: ['4.00'],
    }),
    committed: decimal.meta({
      description: 'Value of all agreed units, as a decimal with two places.',
      examples: ['5.00'],
    }),
    asset: z.literal('USD').describe('Currency of the amounts.'),
    decimals: z.literal(2).describe('Number of decimal places in the amounts.'),
  })
  .meta({ id: 'EarnedAmounts' })

/**
 * A rejected unit (1 for the first) with its first reason, `code` or `code:field`; of a duplicate also the unit that it
 * repeats.
 */
export const Rejection = z
  .strictObject({
    unit: z.int().meta({ description: 'Number of the unit; the first unit is 1.', examples: [3] }),
    reason: z.string().meta({
      description: 'First reason for the rejection: a code, with the name of the field if there is one.',
      examples: ['missing_field:email'],
    }),
    duplicate_of: z
      .int()
      .exactOptional()
      .meta({ description: 'Number of the earlier unit that this unit duplicates.', examples: [1] }),
  })
  .meta({ id: 'Rejection' })
export type Rejection = z.infer<typeof Rejection>

/** The units that one reason of one condition counts against, in order. */
export const UnitFinding = z.object({
  condition_id: ConditionId,
  code: z.string(),
  field: z.string().nullable(),
  units: listOf(z.int()),
})
export type UnitFinding = z.infer<typeof UnitFinding>

/**
 * What a checker saw where it found one fault, for the parties: which rows, from 1, and what they have there. No receipt has it, and no
 * digest is over it.
 */
export const ConditionSighting = z.object({
  condition_id: ConditionId,
  code: z.string(),
  field: z.string().nullable(),
  /** The first of them. */
  rows: listOf(z.int()),
  row_count: z.int(),
  /** Whether no row has the field at all. */
  is_nowhere: z.boolean(),
  /** How the field may be called there instead. */
  near: z.string().nullable(),
  notes: listOf(z.string()),
})
export type ConditionSighting = z.infer<typeof ConditionSighting>

/**
 * What one run found: the parts of the receipt that depend on it, and the counts callers are shown. What it found of each
 * unit is not part of it: there may be tens of megabytes of that, which those who take an outcome pass on unread. A member that only a
 * later release knows is left out; the parts that are signed are strict.
 */
export const RunOutcome = z.object({
  runId: RunId,
  planHash: Sha256Hex,
  runDigest: Sha256Hex,
  evidenceRoot: Sha256Hex,
  evidence: listOf(EvidenceFinding),
  conditionResults: listOf(ConditionFinding),
  /** Why each condition did not pass, in their order; it is not signed. Left out of outcomes recorded by older versions. */
  causes: listOf(z.string().nullable()).exactOptional(),
  result: z.enum(verdicts),
  /** Why the result has no condition behind it; null otherwise. */
  resultCode: z.literal('nothing_evaluated').nullable(),
  /** Null on a Spool without units, whose counts below then speak of the whole delivery as one. */
  units: CountedUnits.nullable(),
  amounts: EarnedAmounts,
  earnedCents: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  uncertain: z.int(),
  /** At most 1 000, in unit order. */
  rejections: listOf(Rejection),
  rejectionsTruncated: z.boolean(),
  /** What counts against the first units that were not accepted, 1 000 at most. */
  unitFindings: listOf(UnitFinding),
  /** What was seen where conditions were not met; it is not signed. Left out where nothing was, and by older versions. */
  sightings: listOf(ConditionSighting).exactOptional(),
})
export type RunOutcome = z.infer<typeof RunOutcome>

/** An outcome with what was found of each unit; null on a Spool without units. */
export type EvaluatedOutcome = RunOutcome & { readonly unitResults: readonly UnitLeaf[] | null }

/**
 * Why each condition did not pass, in their order. An outcome recorded by an older version says it only by the code that
 * leads the sentence of a gate.
 */
export function causesOf({ causes, conditionResults }: RunOutcome): readonly (string | null)[] {
  return causes ?? conditionResults.map(({ reason }) => /^([a-z][a-z0-9_]*): /.exec(reason)?.[1] ?? null)
}
