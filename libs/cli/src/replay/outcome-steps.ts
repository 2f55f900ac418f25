import type { EvaluatedOutcome } from '@outturn/agreement'
import type { OutcomeReceipt, UnitLeaf } from '@outturn/receipt-verifier'
import type { Replay } from './replay.ts'
import { counted, failed, listed, notReplayed, ok, type StepFinding } from './replay-step.ts'
import { firstDifference, isSameJson } from './same-json.ts'

type Comparison = (outcome: EvaluatedOutcome, receipt: OutcomeReceipt, replay: Replay) => StepFinding

/** A step over what the run came to; without a run there is nothing to compare. */
function compared(compare: Comparison): (replay: Replay) => StepFinding {
  return (replay) =>
    replay.outcome === null
      ? notReplayed(`The plan cannot be run: ${replay.unusable}.`)
      : compare(replay.outcome, replay.bundle.receipt, replay)
}

/** A step that needs the result of every condition. */
function comparedWhole(compare: Comparison): (replay: Replay) => StepFinding {
  return compared((outcome, receipt, replay) =>
    replay.gaps.conditionIds.size === 0
      ? compare(outcome, receipt, replay)
      : notReplayed('It follows from conditions that could not be replayed.'),
  )
}

export const judgeEvidenceRoot = compared(({ evidence, evidenceRoot }, receipt, { gaps }) => {
  // Which evidence a condition shares depends on what each item holds.
  const isReplayed = ({ condition_id }: { condition_id: string }) => !gaps.conditionIds.has(condition_id)
  const isWhole = firstDifference(receipt.evidence, evidence) < 0
  const claimed = isWhole ? receipt.evidence : receipt.evidence.filter(isReplayed)
  const found = isWhole ? evidence : evidence.filter(isReplayed)
  const different = firstDifference(claimed, found)
  if (different >= 0) {
    const row = claimed[different] ?? found[different]
    const name = row?.evidence_id ?? 'the missing evidence'
    return failed(`Row ${different + 1} of the evidence, ${name} for ${row?.condition_id}, differs.`)
  }
  if (!isWhole) {
    return notReplayed(
      `The same ${counted(found.length, 'evidence row')}; the evidence of ${listed([...gaps.conditionIds])} could not be gathered again.`,
    )
  }
  return evidenceRoot === receipt.evidence_root
    ? ok(`The ${counted(evidence.length, 'evidence row')} and the root over them are the same.`)
    : failed('The rows are the same and their root is not.')
})

export const judgeConditionResults = compared(({ conditionResults }, { condition_results }, { gaps }) => {
  const isReplayed = ({ condition_id }: { condition_id: string }) => !gaps.conditionIds.has(condition_id)
  const claimed = condition_results.filter(isReplayed)
  const found = conditionResults.filter(isReplayed)
  const different = firstDifference(claimed, found)
  if (different >= 0) {
    const id = (claimed[different] ?? found[different])?.condition_id
    const said = claimed[different]?.result ?? 'absent'
    const now = found[different]?.result ?? 'absent'
    return failed(
      said === now
        ? `The result of ${id} has other particulars.`
        : `${id} is ${said} in the receipt and ${now} in the replay.`,
    )
  }
  if (gaps.conditionIds.size === 0) return ok(`The same results for ${counted(found.length, 'condition')}.`)
  return notReplayed(
    `The same results for ${found.length} of ${counted(conditionResults.length, 'condition')}; ${listed([...gaps.conditionIds])} could not be judged again.`,
  )
})

export const judgeUnitResults = comparedWhole(({ unitResults, units }, receipt) => {
  if (unitResults === null || units === null) {
    return receipt.units === null && receipt.unit_results === undefined
      ? ok('The delivery was judged as a whole.')
      : failed('The receipt has units and the plan has none.')
  }
  if (receipt.units === null) return failed('The plan has units and the receipt has none.')
  if (receipt.unit_results === undefined) return notReplayed(leavesAreMissing)
  const different = firstDifference(receipt.unit_results, unitResults)
  if (different >= 0) {
    return failed(differentUnit(different + 1, receipt.unit_results[different], unitResults[different]))
  }
  return units.unit_results_digest === receipt.units.unit_results_digest
    ? ok(`The same results, reasons and leaves for ${counted(unitResults.length, 'unit')}.`)
    : failed('The leaves do not have the digest that was signed: a salt or pseudonym was changed.')
})

const leavesAreMissing = 'The receipt came without its unit leaves, and their salts are in nothing else.'

function differentUnit(unit: number, said: UnitLeaf | undefined, now: UnitLeaf | undefined): string {
  const [one, other] = [said?.result ?? 'absent', now?.result ?? 'absent']
  return one === other
    ? `Unit ${unit} has other reasons or another identity than in the replay.`
    : `Unit ${unit} is ${one} in the receipt and ${other} in the replay.`
}

export const judgeResult = comparedWhole(({ result, units }, receipt) => {
  if (result !== receipt.result) {
    return failed(`The result is ${receipt.result} in the receipt and ${result} in the replay.`)
  }
  return isSameJson(countsOf(units), countsOf(receipt.units))
    ? ok(`The result is ${result} again.`)
    : failed('The result is the same and the counts of units are not.')
})

function countsOf(units: EvaluatedOutcome['units']): unknown {
  if (units === null) return null
  const { unit_results_digest: _, ...counts } = units
  return counts
}

export const judgeAmounts = comparedWhole(({ amounts }, receipt) =>
  isSameJson(amounts, receipt.amounts)
    ? ok(`${amounts.earned} of ${amounts.committed} ${amounts.asset} was earned.`)
    : failed(
        `The receipt says ${receipt.amounts.earned} of ${receipt.amounts.committed} ${receipt.amounts.asset}, the replay ${amounts.earned} of ${amounts.committed} ${amounts.asset}.`,
      ),
)

export const judgeRunDigest = comparedWhole(({ runDigest, units }, receipt) => {
  if (units !== null && receipt.unit_results === undefined) return notReplayed(leavesAreMissing)
  return runDigest === receipt.verification.run_digest
    ? ok(`The replay has the run digest of the receipt, ${runDigest}.`)
    : failed(`The replay has the run digest ${runDigest}.`)
})
