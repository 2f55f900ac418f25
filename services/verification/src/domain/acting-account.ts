import { accountOf, forbidden, type Principal } from '@outturn/contracts'

/** The account that a caller acts for; what it has read is read in turn with what others have. */
export function actingAccount(principal: Principal): string {
  const accountId = accountOf(principal)
  if (accountId === null) throw forbidden('Only an account has policies, recipes and conditions.')
  return accountId
}
