import { accountOf, type Principal } from '@outturn/contracts'

/** Whether a receipt exists for this caller: a party of its Spool, with a key that is not bound to another Spool. */
export function mayReadReceipt(
  principal: Principal,
  receipt: { readonly spoolId: string; readonly visibleTo: readonly string[] },
): boolean {
  const accountId = accountOf(principal)
  if (accountId === null || !receipt.visibleTo.includes(accountId)) return false
  const isBoundElsewhere =
    principal.kind === 'account' && principal.spoolId !== undefined && principal.spoolId !== receipt.spoolId
  return !isBoundElsewhere
}
