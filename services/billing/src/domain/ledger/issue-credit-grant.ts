import type { AccountFunds } from './account-funds.ts'
import { addToCreditGrant, creditGrantAccounts, type CreditGrantTerms } from './credit-grant.ts'
import { customerAccounts, type Transfer } from './transfer.ts'

/** Credits an account with a new grant of `micros`, above zero. */
export function issueCreditGrant(
  funds: AccountFunds,
  grant: CreditGrantTerms,
  micros: bigint,
  now: Date,
): { funds: AccountFunds; transfer: Transfer } {
  return {
    funds: { ...funds, grants: addToCreditGrant(funds.grants, grant, micros) },
    transfer: {
      kind: 'grant',
      idempotencyKey: grant.id,
      debitAccount: creditGrantAccounts[grant.source],
      creditAccount: customerAccounts(funds.accountId).available,
      amountMicros: micros,
      reference: grant.id,
      grantId: grant.id,
      at: now,
    },
  }
}
