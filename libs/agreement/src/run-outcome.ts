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
export const EvidenceFinding: z.ZodType<EvidenceRow> = z.strictObject({
  evidence_id: EvidenceId.nullable(),
  condition_id: ConditionId,
  status: z.enum(evidenceStatuses),
  type: z.string(),
  claim_class: z.string(),
  provenance: z.string(),
  content_digest: Sha256Hex.nullable(),
  observed_at: ExactTimestamp.nullable(),
  received_at: Timestamp.nullable(),
  confirmed_evidence_digest: Sha256Hex.exactOptional().describe(
    'On a confirmation: the digest of the evidence that counted for the condition when the party gave its word.',
  ),
  supplied_by: z
    .enum(sides)
    .exactOptional()
    .describe('The side that sent the item, where it sent it in the name of the other.'),
  on_behalf_of: z.enum(sides).exactOptional().describe('The side in whose name the other sent the item.'),
})

/** What a run found of one condition, as a receipt says it. */
export const ConditionFinding: z.ZodType<ConditionResult> = z.strictObject({
  condition_id: ConditionId,
  requirement: z.enum(conditionRequirements),
  result: z.enum(conditionOutcomes),
  method: z.string(),
  verifier_id: z.string(),
  verifier_version: z.string(),
  evidence_refs: listOf(EvidenceId),
  reason: z.string(),
})

/** What a run counted, as a receipt says it. */
export const CountedUnits: z.ZodType<UnitCounts> = z.strictObject({
  total: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  uncertain: z.int(),
  earning_rule: z.strictObject({ type: z.literal('per_unit'), unit_amount: decimal }),
  rejection_summary: listOf(z.strictObject({ reason: z.string(), count: z.int() })),
  unit_results_digest: Sha256Hex,
})

/** What a run earned of what was committed, as a receipt says it. */
export const EarnedAmounts: z.ZodType<Amounts> = z.strictObject({
  earned: decimal,
  committed: decimal,
  asset: z.literal('USD'),
  decimals: z.literal(2),
})

/**
 * A rejected unit (1 for the first) with its first reason, `code` or `code:field`; of a duplicate also the unit that it
 * repeats.
 */
export const Rejection = z.strictObject({
  unit: z.int(),
  reason: z.string(),
  duplicate_of: z.int().exactOptional(),
})
export type Rejection = z.infer<typeof Rejection>

/** The units that one reason of one condition counts against, in order. */
export const UnitFinding = z.strictObject({
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
export const ConditionSighting = z.strictObject({
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
 * unit is not part of it: there may be tens of megabytes of that, which those who take an outcome pass on unread.
 */
export const RunOutcome = z.strictObject({
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
