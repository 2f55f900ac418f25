import type { CauseCode, MissingEvidenceResult } from '@outturn/vocabulary'
import type { ConditionEvidence, EvidenceObstacle } from '../evidence/condition-evidence.ts'
import {
  type CheckInput,
  type CheckResult,
  type DeterministicCheck,
  type RowsResult,
  rowFailed,
  rowUncertain,
  tally,
  runCheck,
  sightingsOf,
  appliesPerUnit,
  checkerFor,
  observationOf,
  rowCountOf,
  type UnitReason,
} from '@outturn/checkers'
import {
  type ConditionJudgment,
  everyUnitJudgment,
  gateJudgment,
  type JudgedEffect,
  unitsJudgment,
  vectorResult,
} from './condition-judgment.ts'
import { preferredForm, readOf } from '../evidence/content-form.ts'
import { absenceObstacle, deliveryObstacle } from '../evidence/evidence-obstacle.ts'
import type { Execution } from './execution.ts'
import { checkerOf } from '@outturn/agreement'
import type { UnitLayout } from '../units/unit-layout.ts'
import { rowVotes } from '../units/unit-votes.ts'

/** Runs the one checker of a deterministic condition over what was delivered for it. */
export function judgeDeterministic(execution: Execution): ConditionJudgment {
  const { condition, evidence, layoutOf, everyItemCounts, sha256, budget, rules } = execution
  const check = checkerOf(condition.check)
  if (check === null) {
    return judgment(
      null,
      execution,
      gateJudgment('uncertain', 'executor_unavailable', 'no check is declared'),
    )
  }
  const obstacle = checkObstacle(check, evidence)
  if (obstacle !== null) {
    const { outcome, code, reason } = obstacle
    return judgment(check, execution, whole(check, outcome, code, reason))
  }

  const { items, rows } = evidence.delivery
  const layout = layoutOf(rows ?? [])
  const input: CheckInput = {
    // Beside documents that a check was agreed to be about it reads no table, though a table is JSON too.
    items: everyItemCounts && preferredForm(condition) === 'json' ? readOf(condition, items) : items,
    rows,
    units: layout,
    observations: new Map(evidence.observed?.observations.map((seen) => [seen.url, seen])),
    sha256,
    budget,
    everyItemCounts,
  }
  const result = runCheck(check, input, rules)
  const unitOf = (row: number) => (layout === null ? row : layout.rowOfUnit.indexOf(row)) + 1
  const sightings = sightingsOf(check, result, input, rules, unitOf)
  return { ...judgment(check, execution, effectOf(check, result, layout)), sightings }
}

function effectOf(check: DeterministicCheck, result: CheckResult, layout: UnitLayout | null): JudgedEffect {
  switch (result.kind) {
    case 'gate':
      return gateJudgment(result.passed ? 'pass' : 'fail', result.code, result.reason)
    case 'undecided':
      return whole(check, 'uncertain', result.code, result.reason)
    case 'rows':
      return layout === null ? wholeDelivery(result) : byUnit(check, result, layout)
    default:
      return result satisfies never
  }
}

/** An observed URL needs no submitted evidence. */
function checkObstacle(check: DeterministicCheck, evidence: ConditionEvidence): EvidenceObstacle | null {
  const observation = observationOf(check)
  const isSelfContained = observation !== null && observation.field === undefined
  return (
    deliveryObstacle(evidence) ??
    (isSelfContained ? null : absenceObstacle(evidence, evidence.delivery.items))
  )
}

function whole(
  check: DeterministicCheck,
  outcome: MissingEvidenceResult,
  code: CauseCode,
  reason: string,
): JudgedEffect {
  return appliesPerUnit(check)
    ? everyUnitJudgment(outcome, code, reason)
    : gateJudgment(outcome, code, reason)
}

/** Without units the vector is one verdict on the delivery, and its cause is that of the first row that counts against it. */
function wholeDelivery(result: RowsResult): JudgedEffect {
  const outcome = vectorResult(tally(result.verdicts))
  if (outcome === 'pass') return gateJudgment('pass', null, result.reason)
  const adverse = outcome === 'uncertain' ? rowUncertain : rowFailed
  const findings = [...result.findings.values()]
  const first = findings.find((finding) => finding.verdict === adverse) ?? findings[0]
  return {
    result: outcome,
    reason: result.reason,
    effect: {
      kind: 'gate',
      outcome: outcome === 'uncertain' ? 'uncertain' : 'fail',
      cause: first?.reasons[0] === undefined ? null : withoutUnit(first.reasons[0]),
    },
  }
}

/** Without units a row that is repeated is no unit to name. */
function withoutUnit({ code, field }: UnitReason): UnitReason {
  return field === undefined ? { code } : { code, field }
}

function byUnit(check: DeterministicCheck, result: RowsResult, layout: UnitLayout): JudgedEffect {
  const withoutRow = layout.rowOfUnit.reduce((count, row) => (row < 0 ? count + 1 : count), 0)
  const reason =
    withoutRow === 0 || checkerFor(check).countsMissingRows
      ? result.reason
      : `${result.reason}; ${rowCountOf(withoutRow)} not delivered`
  return unitsJudgment(rowVotes(result, layout), layout.total, reason)
}

function judgment(
  check: DeterministicCheck | null,
  { evidence, rules }: Execution,
  judged: JudgedEffect,
): ConditionJudgment {
  const references = evidence.delivery.items.map((item) => item.id)
  return {
    ...judged,
    verifierId: check === null ? 'checker' : `checker.${check.checker}`,
    verifierVersion: rules.version,
    evidenceRefs: evidence.observed === null ? references : [...references, evidence.observed.evidenceId],
  }
}
