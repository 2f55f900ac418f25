import type { DeterministicCheck } from './check-parameters.ts'
import type { PlanCheck } from './run-input.ts'

/** The checker that a condition declares, or null when it is judged by another method. */
export function checkerOf(check: PlanCheck | null): DeterministicCheck | null {
  return check !== null && 'checker' in check ? check : null
}
