import { fitsItsUnits } from '@outturn/evaluation'
import type { ExternalConditionResult, ExternalResult } from '@outturn/agreement'
import { type Refusal, unprocessable } from '@outturn/contracts'
import type { Verdict } from '@outturn/vocabulary'

/**
 * Refuses a result that contradicts itself: a verdict is one that its condition results can add up to, and a condition
 * result exactly what its units come to. Units that a condition does not list are as its result is; of a partial one they
 * passed, so that a few failures need not name all.
 */
export function assertConsistent(
  { verdict, condition_results: results }: Pick<ExternalResult, 'verdict' | 'condition_results'>,
  totalUnits: number | null,
): void {
  results.forEach((each, index) => assertConsistentUnits(each, `condition_results[${index}]`, totalUnits))
  if (!canAddUpTo(verdict, new Set(results.map(({ result }) => result)))) throw contradiction('verdict')
}

function assertConsistentUnits(
  judged: ExternalConditionResult,
  path: string,
  totalUnits: number | null,
): void {
  const { units } = judged
  if (units === undefined) return
  if (totalUnits === null) {
    throw unprocessable(`${path}.units`, 'This Spool has no units.', {
      remediation: 'Leave units out and send the result alone.',
    })
  }
  const seen = new Set<number>()
  units.forEach(({ unit }, index) => {
    if (unit > totalUnits || seen.has(unit)) {
      const problem = seen.has(unit)
        ? 'is judged twice'
        : `is beyond the ${totalUnits} units that were agreed`
      const remedy = 'Send each unit of the agreement at most once.'
      throw unprocessable(`${path}.units[${index}].unit`, `Unit ${unit} ${problem}.`, { remediation: remedy })
    }
    seen.add(unit)
  })
  if (!fitsItsUnits(judged, totalUnits)) throw contradiction(`${path}.result`)
}

function canAddUpTo(whole: Verdict, parts: ReadonlySet<Verdict>): boolean {
  const isMixed = parts.has('pass') && parts.size > 1
  switch (whole) {
    case 'pass':
      return parts.size === 1 && parts.has('pass')
    case 'fail':
      return parts.has('fail') || parts.has('partial')
    case 'partial':
      return parts.has('partial') || isMixed
    case 'uncertain':
      return parts.has('uncertain')
    default:
      return whole satisfies never
  }
}

function contradiction(field: string): Refusal {
  const message = 'This result contradicts the results that it is made of.'
  const remedy =
    'Send pass only where every part passes, partial where parts differ, fail or uncertain where a part is.'
  return unprocessable(field, message, { remediation: remedy })
}
