import { type Sha256, digestOf, portableSha256, type JsonObject } from '@outturn/canonical'
import type { ConditionResult, UnitCounts, UnitLeaf } from '@outturn/receipt-verifier'
import { evidenceRoot, runPreimage, unitLeafText, unitResultsDigest } from '@outturn/receipt-verifier/issuing'
import { currentRules, StepBudget, stepsPerRun, type ValueRules } from '@outturn/checkers'
import { gatherRun } from './evidence/active-evidence.ts'
import { amountsOf, centsText, earnedCents } from './amounts.ts'
import { causeOf, type ConditionJudgment } from './executors/condition-judgment.ts'
import { executors } from './executors/executors.ts'
import { withReview } from './executors/review-judgment.ts'
import { judgesWholeDelivery, planHash } from './plan.ts'
import { listRejections, summariseRejections } from './rejections.ts'
import type {
  ConditionSighting,
  EvaluatedOutcome,
  PlanCondition,
  Unitization,
  VerificationPlan,
} from '@outturn/agreement'
import type { RunInput } from './run-input.ts'
import { identitySightings } from './units/identity-sightings.ts'
import { deliveredRows, rejectUndelivered } from './units/undelivered-units.ts'
import { unitFindings } from './units/unit-findings.ts'
import { alignUnits, layOutUnits, type UnitLayout } from './units/unit-layout.ts'
import { openVerdict, type RunVerdict } from './verdict.ts'

/** What is kept of a condition once its votes are counted. */
type JudgedCondition = {
  readonly result: ConditionResult
  readonly cause: string | null
  readonly sightings: readonly ConditionSighting[]
}

/**
 * Judges every condition of the plan over the evidence and works out what was earned. A function of its input alone:
 * no clock, no network, no randomness, so a replay gives the same bytes. Servers pass the native SHA-256. All conditions
 * spend from one budget of steps.
 */
export function evaluateRun(
  input: RunInput,
  sha256: Sha256 = portableSha256,
  budget: StepBudget = new StepBudget(stepsPerRun),
): EvaluatedOutcome {
  const { plan, slug } = input
  const gathered = gatherRun(input, sha256)
  const rules = input.rules ?? currentRules
  const delivered = deliveredRows(plan, gathered)
  const layouts = layoutsOf(plan.unitization, delivered, rules)
  const totalUnits = plan.unitization?.total_units ?? null
  const asDelivered = rejectUndelivered(plan, gathered, layouts.reference)
  const open = openVerdict(totalUnits)
  // The votes of a condition are counted and let go before the next is judged.
  const judged = gathered.map(({ condition, evidence }): JudgedCondition => {
    const execution = {
      condition,
      evidence,
      layoutOf: layouts.of,
      everyItemCounts: judgesWholeDelivery(plan),
      evaluatedAt: input.evaluatedAt,
      rules,
      sha256,
      budget,
    }
    const found = asDelivered(condition, executors[condition.verification_method](execution))
    const judgment = withReview(found, evidence.review, totalUnits)
    open.add(condition, judgment)
    return {
      result: conditionResult(condition, judgment),
      cause: causeOf(judgment, totalUnits ?? 1),
      sightings: sightingsIn(condition, judgment),
    }
  })

  const verdict = open.reach()
  const unitResults = plan.unitization === null ? null : unitLeaves(verdict, layouts.reference, input)
  const earned = earnedCents(plan, verdict.accepted)
  const rows = gathered.flatMap(({ evidence }) => evidence.rows)
  const members = {
    evidence_root: evidenceRoot(rows, sha256),
    condition_results: judged.map(({ result }) => result),
    result: verdict.result,
    units: unitResults === null ? null : unitCounts(plan, verdict, unitResults, sha256),
    amounts: amountsOf(plan, earned),
  }
  const hash = planHash(slug, plan, sha256)
  const findings = unitFindings(unitResults ?? [])
  const sightings = [
    ...judged.flatMap((each) => each.sightings),
    ...(plan.unitization === null || delivered === null || layouts.reference === null
      ? []
      : identitySightings(plan.unitization, delivered, layouts.reference, findings, rules)),
  ]
  const run = { ...plan, run_id: input.runId, plan_hash: hash, ...members }
  return {
    runId: input.runId,
    planHash: hash,
    runDigest: digestOf(runPreimage(slug, run), sha256),
    evidenceRoot: members.evidence_root,
    evidence: rows,
    conditionResults: members.condition_results,
    causes: judged.map(({ cause }) => cause),
    result: verdict.result,
    resultCode: verdict.code,
    units: members.units,
    unitResults,
    amounts: members.amounts,
    earnedCents: earned,
    accepted: verdict.accepted,
    rejected: verdict.rejected,
    uncertain: verdict.uncertain,
    ...listRejections(verdict.units),
    unitFindings: findings,
    ...(sightings.length > 0 && { sightings }),
  }
}

function sightingsIn(
  { condition_id }: PlanCondition,
  { result, sightings = [] }: ConditionJudgment,
): readonly ConditionSighting[] {
  if (result === 'pass' || result === 'not_applicable') return []
  return sightings.map(({ code, field, rows, rowCount, isNowhere, near, notes }) => ({
    condition_id,
    code,
    field,
    rows: [...rows],
    row_count: rowCount,
    is_nowhere: isNowhere,
    near,
    notes: [...notes],
  }))
}

/** Lays out each dataset once: the delivered rows say which unit is which, and other datasets are aligned to them. */
function layoutsOf(
  unitization: Unitization | null,
  delivered: readonly JsonObject[] | null,
  rules: ValueRules,
): {
  readonly of: (rows: readonly JsonObject[]) => UnitLayout | null
  readonly reference: UnitLayout | null
} {
  if (unitization === null) return { of: () => null, reference: null }
  const reference = delivered === null ? null : layOutUnits(unitization, delivered, rules)
  const known = new Map<readonly JsonObject[], UnitLayout>()
  if (delivered !== null && reference !== null) known.set(delivered, reference)
  const layOut = (rows: readonly JsonObject[]) =>
    reference === null
      ? layOutUnits(unitization, rows, rules)
      : alignUnits(reference, unitization, rows, rules)
  return {
    of: (rows) => {
      const layout = known.get(rows) ?? layOut(rows)
      known.set(rows, layout)
      return layout
    },
    reference,
  }
}

function conditionResult(condition: PlanCondition, judgment: ConditionJudgment): ConditionResult {
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
  return verdict.units.map(({ verdict: result, reasons, moreReasons }, index) => {
    const unit = index + 1
    const more = moreReasons > 0 ? { more_reasons: moreReasons } : {}
    const leaf = { unit, result, reasons, ...more, salt: unitSecrets.saltOf(unit) }
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
