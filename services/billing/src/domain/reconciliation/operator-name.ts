import type { Principal } from '@outturn/contracts'

/** Under which name the change of an operator is recorded. */
export function operatorName(principal: Principal): string {
  if (principal.kind !== 'operator') throw new Error(`${principal.kind} is no operator`)
  return principal.name
}
