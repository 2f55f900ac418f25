import type { AccountFunds } from './account-funds.ts'
import { creditGrantAccounts, isExpired } from './credit-grant.ts'
import { customerAccounts, type Transfer } from './transfer.ts'

/**
 * Takes back what is left of expired grants. `version` is that of the funds decided on: a grant expires again when a
 * release puts something back on it, and the version tells the two apart.
 */
export function expireCreditGrants(
  funds: AccountFunds,
  version: bigint,
  now: Date,
): { funds: AccountFunds; transfers: readonly Transfer[] } {
  const expired = funds.grants.filter((grant) => isExpired(grant, now))
  return {
    funds: { ...funds, grants: funds.grants.filter((grant) => !isExpired(grant, now)) },
    transfers: expired.map(({ id, source, remainingMicros }) => ({
      kind: 'grant_expiry',
      idempotencyKey: `${id}/${version}`,
      debitAccount: customerAccounts(funds.accountId).available,
      creditAccount: creditGrantAccounts[source],
      amountMicros: remainingMicros,
      reference: id,
      grantId: id,
      at: now,
    })),
  }
}
