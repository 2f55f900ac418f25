import type { Principal } from '@outturn/contracts'

/** Who an operator command is recorded under. Only operators may send one; the bus sees to that. */
export function operatorName(principal: Principal): string {
  if (principal.kind !== 'operator') throw new Error(`a ${principal.kind} sent an operator command`)
  return principal.name
}
