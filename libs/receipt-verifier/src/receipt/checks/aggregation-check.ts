import type { Verdict } from '@outturn/vocabulary'
import { type Finding, failed, ok } from '../finding.ts'
import type { Inspection } from '../inspection.ts'
import type { ConditionResult, OutcomeReceipt, UnitCounts, UnitLeaf } from '../outcome-receipt.ts'

/** Re-derives the result from the condition results and the unit counts by the policy that the receipt names. */
export function checkAggregation({ receipt }: Inspection): Finding {
  const { policy_id: id, policy_version: version } = receipt.verification.aggregation_policy
  if (id !== 'all_mandatory_pass' || version !== '1')
    return failed(`The policy ${id}@${version} is not known.`)
  const problem = receipt.units ? unitizedProblem(receipt, receipt.units) : wholeProblem(receipt)
  return problem === undefined
    ? ok(`The result ${receipt.result} follows from the conditions.`)
    : failed(problem)
}

function wholeProblem({ condition_results: results, result }: OutcomeReceipt): string | undefined {
  const due = resultOfConditions(results)
  return due === result ? undefined : `The conditions make the result ${due}.`
}

function unitizedProblem(receipt: OutcomeReceipt, units: UnitCounts): string | undefined {
  const { total, accepted, rejected, uncertain } = units
  if (BigInt(accepted) + BigInt(rejected) + BigInt(uncertain) !== BigInt(total)) {
    return 'The counts of units do not add up to the total.'
  }
  const due = resultOfUnits(units)
  if (due !== receipt.result) return `The units make the result ${due}.`
  if (receipt.unit_results && !tallies(receipt.unit_results, units)) {
    return 'The unit results have other counts.'
  }
  return acceptedByConditionsProblem(receipt.condition_results, units)
}

/** A condition failed or in doubt as a whole accepts no unit; one met in part accepts not all; all met accept all. */
function acceptedByConditionsProblem(
  results: readonly ConditionResult[],
  { accepted, total }: UnitCounts,
): string | undefined {
  const due = resultOfConditions(results)
  if (due === 'pass') return accepted === total ? undefined : 'The conditions accept every unit.'
  const isOnlyPartly = results.some(isMandatory('partial')) && !results.some(acceptsNothing)
  if (!isOnlyPartly) return accepted === 0 ? undefined : 'The conditions accept no unit.'
  return accepted < total ? undefined : 'The conditions do not accept every unit.'
}

function resultOfConditions(results: readonly ConditionResult[]): Verdict {
  const mandatory = results.filter(({ requirement }) => requirement === 'mandatory')
  const counted = mandatory.filter(({ result }) => result !== 'not_applicable')
  // Only the buyer can waive a condition, so a receipt on which all were waived passes; one without any says nothing.
  if (counted.length === 0) return mandatory.length > 0 ? 'pass' : 'uncertain'
  if (counted.some(({ result }) => result === 'fail' || result === 'partial')) return 'fail'
  return counted.every(({ result }) => result === 'pass') ? 'pass' : 'uncertain'
}

function resultOfUnits({ total, accepted, uncertain }: UnitCounts): Verdict {
  if (accepted === total) return 'pass'
  if (accepted > 0) return 'partial'
  return uncertain > 0 ? 'uncertain' : 'fail'
}

function isMandatory(...results: ConditionResult['result'][]) {
  return ({ requirement, result }: ConditionResult) => requirement === 'mandatory' && results.includes(result)
}

const acceptsNothing = isMandatory('fail', 'uncertain', 'not_evaluated')

function tallies(leaves: readonly UnitLeaf[], { accepted, rejected, uncertain }: UnitCounts): boolean {
  const count = (result: UnitLeaf['result']) => leaves.filter((leaf) => leaf.result === result).length
  return count('pass') === accepted && count('fail') === rejected && count('uncertain') === uncertain
}
