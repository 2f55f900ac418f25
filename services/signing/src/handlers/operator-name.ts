import { type Principal, Refusal } from '@outturn/contracts'

const longest = 120

/** Who an operator command is recorded under. Only operators may send one; the bus sees to that. */
export function operatorName(principal: Principal): string {
  if (principal.kind !== 'operator') throw new Error(`a ${principal.kind} sent an operator command`)
  const name = principal.name.trim()
  if (name !== '' && name.length <= longest) return name
  throw new Refusal('validation_failed', 'An operator is recorded under a name of 1 to 120 characters.', {
    field: 'as',
    remediation: 'Give your name with --as.',
  })
}
