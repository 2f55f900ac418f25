import { isOlderThan, parseInstant, tally, type UnitReason } from '@outturn/checkers'
import {
  type ConditionJudgment,
  executorVersion,
  gateJudgment,
  type JudgedEffect,
  unitsJudgment,
  vectorResult,
} from './condition-judgment.ts'
import { obstacleGate, requirementObstacle } from '../evidence/evidence-obstacle.ts'
import type { Execution } from './execution.ts'
import type { UnitVerdict } from '@outturn/vocabulary'
import type {
  EvidenceContent,
  ExternalConditionResult,
  ExternalJudge,
  ExternalResult,
} from '@outturn/agreement'
import { type UnitVotes, unitVector, voteOf } from '../units/unit-votes.ts'

/** Takes the latest result that the declared outside judge signed; its proof was checked when it was recorded. */
export function judgeExternalTool(execution: Execution): ConditionJudgment {
  const { condition, evidence } = execution
  const terms = condition.check
  const judge = terms !== null && 'external_judge' in terms ? terms.external_judge : null
  const latest = evidence.statements.findLast(
    ({ content }) => content.kind === 'external_result' && content.evaluator === judge?.id,
  )
  const references = latest === undefined ? evidence.usable : [...evidence.usable, latest]
  return {
    ...(judge === null
      ? gateJudgment('uncertain', 'executor_unavailable', 'no outside judge is declared')
      : judgedBy(judge, latest?.content, execution)),
    verifierId: judge === null ? 'executor.external_tool' : `judge.${judge.id}`,
    verifierVersion: executorVersion,
    evidenceRefs: references.map(({ id }) => id),
  }
}

function judgedBy(
  judge: ExternalJudge,
  content: EvidenceContent | undefined,
  { condition, evidence, layoutOf, evaluatedAt }: Execution,
): JudgedEffect {
  const obstacle = requirementObstacle(evidence)
  if (obstacle !== null) return obstacleGate(obstacle)
  const signed = content?.kind === 'external_result' ? content : null
  const entry = signed?.condition_results.find(({ condition_id }) => condition_id === condition.condition_id)
  if (signed === null || entry === undefined) {
    return gateJudgment('uncertain', 'judgment_missing', 'the judge has not judged it')
  }
  if (isStale(signed, judge, evaluatedAt)) {
    return gateJudgment('uncertain', 'judgment_stale', 'the judgment is older than agreed')
  }
  const layout = layoutOf([])
  if (layout === null || entry.units === undefined || entry.units.length === 0)
    return judgedWhole(entry, judge)
  return fitsItsUnits(entry, layout.total)
    ? unitsJudgment(unitVotes(entry), layout.total, sentence(judge, entry.result))
    : gateJudgment('uncertain', 'judgment_inconsistent', 'the judgment does not fit its own units')
}

function isStale({ observed_at }: ExternalResult, judge: ExternalJudge, evaluatedAt: string): boolean {
  if (judge.max_age_seconds === undefined) return false
  const [observed, now] = [parseInstant(observed_at), parseInstant(evaluatedAt)]
  return observed === null || now === null || isOlderThan(observed, judge.max_age_seconds, now)
}

function judgedWhole({ result }: ExternalConditionResult, judge: ExternalJudge): JudgedEffect {
  switch (result) {
    case 'pass':
      return gateJudgment('pass', null, sentence(judge, result))
    case 'uncertain':
      return gateJudgment('uncertain', 'judged_uncertain', sentence(judge, result))
    case 'fail':
      return gateJudgment('fail', 'judged_fail', sentence(judge, result))
    case 'partial':
      return { ...gateJudgment('fail', 'judged_partial', sentence(judge, result)), result }
    default:
      return result satisfies never
  }
}

/**
 * Whether a result is what its units come to: pass when all pass, fail when none does, uncertain when none could be
 * judged, else partial. Units that are not listed are as the result is; of a partial one they passed.
 */
export function fitsItsUnits(entry: ExternalConditionResult, totalUnits: number): boolean {
  const numbers = entry.units?.map(({ unit }) => unit) ?? []
  if (new Set(numbers).size !== numbers.length) return false
  if (numbers.some((unit) => unit < 1 || unit > totalUnits)) return false
  return vectorResult(tally(unitVector(unitVotes(entry), totalUnits))) === entry.result
}

const ownReasons: { readonly [Result in UnitVerdict]: readonly UnitReason[] } = {
  pass: [],
  fail: [{ code: 'judged_fail' }],
  uncertain: [{ code: 'judged_uncertain' }],
}

function unitVotes({ result, units = [] }: ExternalConditionResult): UnitVotes {
  const listed = new Map(units.map((judged) => [judged.unit, judged]))
  const others = result === 'partial' ? 'pass' : result
  return {
    verdictOf: (unit) => voteOf[listed.get(unit + 1)?.result ?? others],
    reasonsOf: (unit) => {
      const judged = listed.get(unit + 1)
      const own = ownReasons[judged?.result ?? others]
      return own.length > 0 && judged?.reason !== undefined && codePattern.test(judged.reason)
        ? [{ code: judged.reason }]
        : own
    },
  }
}

/** A judge's reason becomes a public code only where it is one; prose stays with the signed result. */
const codePattern = /^[a-z][a-z0-9_]{0,63}$/

function sentence({ id, proof }: ExternalJudge, result: ExternalConditionResult['result']): string {
  const weakness = proof.type === 'hmac_sha256' ? ', proved by a shared secret only' : ''
  return `${id} judged it ${result}${weakness}`
}
