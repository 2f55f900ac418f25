import { accountOf, forbidden, type Principal } from '@outturn/contracts'

/** The account that a caller acts for; policies and recipes belong to one. */
export function actingAccount(principal: Principal): string {
  const accountId = accountOf(principal)
  if (accountId === null) throw forbidden('Only an account has policies and recipes.')
  return accountId
}
