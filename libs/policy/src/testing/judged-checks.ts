import { type DeterministicCheck, rowPassed, runCheck, StepBudget, stepsPerRun } from '@outturn/checkers'
import type { Row } from './claim.ts'

/** Whether the rows pass every check. */
export function areAccepted(checks: readonly DeterministicCheck[], rows: readonly Row[]): boolean {
  return checks.every((check) => {
    const result = runCheck(check, {
      items: [],
      rows,
      units: null,
      observations: new Map(),
      // No check of rows takes a digest.
      sha256: () => new Uint8Array(32),
      budget: new StepBudget(stepsPerRun),
    })
    if (result.kind === 'gate') return result.passed
    return result.kind === 'rows' && result.verdicts.every((verdict) => verdict === rowPassed)
  })
}
