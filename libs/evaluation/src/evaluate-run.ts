import { type Sha256, digestOf, portableSha256 } from '@outturn/canonical'
import type { ConditionResult, UnitCounts, UnitLeaf } from '@outturn/receipt-verifier'
import { evidenceRoot, runPreimage, unitLeafText, unitResultsDigest } from '@outturn/receipt-verifier/issuing'
import { gatherEvidence } from './evidence/active-evidence.ts'
import { amountsOf, centsText, earnedCents } from './amounts.ts'
import { causeOf } from './executors/condition-judgment.ts'
import { executors } from './executors/executors.ts'
import type { JsonObject } from '@outturn/checkers'
import { planHash } from './plan.ts'
import { listRejections, summariseRejections } from './rejections.ts'
import type { RunOutcome, Unitization, VerificationPlan } from '@outturn/agreement'
import type { RunInput } from './run-input.ts'
import { alignUnits, layOutUnits, type UnitLayout } from './units/unit-layout.ts'
import { type JudgedCondition, type RunVerdict, reachVerdict } from './verdict.ts'

/**
 * Judges every condition of the plan over the evidence and works out what was earned. A function of its input alone:
 * no clock, no network, no randomness, so a replay gives the same bytes. Servers pass the native SHA-256.
 */
export function evaluateRun(input: RunInput, sha256: Sha256 = portableSha256): RunOutcome {
  const { plan, slug } = input
  const layouts = layoutsOf(plan.unitization)
  const judged = plan.conditions.map((condition, ordinal): JudgedCondition => {
    const evidence = gatherEvidence(condition, input, sha256)
    const execution = { condition, evidence, layoutOf: layouts.of, evaluatedAt: input.evaluatedAt, sha256 }
    return { condition, ordinal, evidence, judgment: executors[condition.verification_method](execution) }
  })

  const verdict = reachVerdict(judged, plan.unitization?.total_units ?? null)
  const unitResults = plan.unitization === null ? null : unitLeaves(verdict, layouts.reference(), input)
  const earned = earnedCents(plan, verdict.accepted)
  const rows = judged.flatMap(({ evidence }) => evidence.rows)
  const found = {
    evidence_root: evidenceRoot(rows, sha256),
    condition_results: judged.map(conditionResult),
    result: verdict.result,
    units: unitResults === null ? null : unitCounts(plan, verdict, unitResults, sha256),
    amounts: amountsOf(plan, earned),
  }
  const hash = planHash(slug, plan, sha256)
  const run = { ...plan, run_id: input.runId, plan_hash: hash, ...found }
  return {
    runId: input.runId,
    planHash: hash,
    runDigest: digestOf(runPreimage(slug, run), sha256),
    evidenceRoot: found.evidence_root,
    evidence: rows,
    conditionResults: found.condition_results,
    causes: judged.map(({ judgment }) => causeOf(judgment, plan.unitization?.total_units ?? 1)),
    result: verdict.result,
    resultCode: verdict.code,
    units: found.units,
    unitResults,
    amounts: found.amounts,
    earnedCents: earned,
    accepted: verdict.accepted,
    rejected: verdict.rejected,
    uncertain: verdict.uncertain,
    ...listRejections(verdict.units),
  }
}

/** Lays out each dataset once; the first one laid out says which unit is which, and the others are aligned to it. */
function layoutsOf(unitization: Unitization | null): {
  readonly of: (rows: readonly JsonObject[]) => UnitLayout | null
  readonly reference: () => UnitLayout | null
} {
  const known = new Map<readonly JsonObject[], UnitLayout>()
  let reference: UnitLayout | null = null
  return {
    of: (rows) => {
      if (unitization === null) return null
      const existing = known.get(rows)
      if (existing !== undefined) return existing
      const layout =
        reference === null ? layOutUnits(unitization, rows) : alignUnits(reference, unitization, rows)
      known.set(rows, layout)
      if (rows.length > 0) reference ??= layout
      return layout
    },
    reference: () => reference,
  }
}

function conditionResult({ condition, judgment }: JudgedCondition): ConditionResult {
  return {
    condition_id: condition.condition_id,
    requirement: condition.required ? 'mandatory' : 'optional',
    result: judgment.result,
    method: condition.verification_method,
    verifier_id: judgment.verifierId,
    verifier_version: judgment.verifierVersion,
    evidence_refs: judgment.evidenceRefs,
    reason: judgment.reason,
  }
}

function unitLeaves(
  verdict: RunVerdict,
  layout: UnitLayout | null,
  { plan, unitSecrets }: RunInput,
): readonly UnitLeaf[] {
  const isLabelled = plan.unitization?.identity?.visibility === 'label'
  return verdict.units.map(({ verdict: result, reasons }, index) => {
    const unit = index + 1
    const leaf = { unit, result, reasons, salt: unitSecrets.saltOf(unit) }
    const value = layout?.identities?.[index] ?? null
    if (value === null) return leaf
    const id = unitSecrets.identityIdOf(value, unit)
    return { ...leaf, identity: isLabelled ? { id, label: value } : { id } }
  })
}

function unitCounts(
  plan: VerificationPlan,
  verdict: RunVerdict,
  leaves: readonly UnitLeaf[],
  sha256: Sha256,
): UnitCounts {
  const ordinals = new Map(plan.conditions.map((condition, ordinal) => [condition.condition_id, ordinal]))
  return {
    total: leaves.length,
    accepted: verdict.accepted,
    rejected: verdict.rejected,
    uncertain: verdict.uncertain,
    earning_rule: { type: 'per_unit', unit_amount: centsText(plan.unitization?.unit_amount_cents ?? 0) },
    rejection_summary: summariseRejections(verdict.units, (conditionId) => ordinals.get(conditionId) ?? 0),
    unit_results_digest: unitResultsDigest(leaves.map(unitLeafText), sha256),
  }
}
