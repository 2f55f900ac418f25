import type { AccountFunds } from './account-funds.ts'
import { addToCreditGrant, creditGrantAccounts, type CreditGrantTerms } from './credit-grant.ts'
import { type FundsChange, payDebts } from './refund-debt.ts'
import { customerAccounts, type Transfer } from './transfer.ts'

/** Credits an account with a new grant of `micros`, above zero; what the account owes is paid from it first. */
export function issueCreditGrant(
  funds: AccountFunds,
  grant: CreditGrantTerms,
  micros: bigint,
  now: Date,
): FundsChange {
  const credited = { ...funds, grants: addToCreditGrant(funds.grants, grant, micros) }
  const paid = payDebts(credited, { grantId: grant.id, upToMicros: micros, key: grant.id }, now)
  const issued: Transfer = {
    kind: 'grant',
    idempotencyKey: grant.id,
    debitAccount: creditGrantAccounts[grant.source],
    creditAccount: customerAccounts(funds.accountId).available,
    amountMicros: micros,
    reference: grant.id,
    grantId: grant.id,
    at: now,
  }
  return { funds: paid.funds, transfers: [issued, ...paid.transfers] }
}
