import { callerScope, type Command, forbidden, type Principal } from '@outturn/contracts'

/** Refuses a change that a person may not make: one who reads makes none, one who pays those of billing alone. */
export function assertAccepts({ kind, isForBilling }: Command, principal: Principal): void {
  if (kind === 'query' || principal.kind !== 'account' || principal.via.kind === 'key') return
  const scope = callerScope(principal)
  if (scope === 'full' || (scope === 'billing' && isForBilling === true)) return
  throw forbidden(`Your role is ${principal.via.role}, which may not do this.`, {
    remediation: 'Ask an owner of the account to do it, or to change your role.',
  })
}
