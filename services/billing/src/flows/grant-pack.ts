import type { PackRail } from '@outturn/vocabulary'
import type { Tx } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import { creditGrantPriority } from '../domain/ledger/credit-grant.ts'
import { issueCreditGrant } from '../domain/ledger/issue-credit-grant.ts'
import { appendTransfers, saveFunds } from '../store/account-books.ts'
import { recordCreditGrant } from '../store/credit-grants.ts'
import type { VersionedFunds } from '../store/funds-row.ts'
import type { Tables } from '../store/tables.ts'

/** A pack that was paid for. */
export type PaidPack = { readonly purchaseId: string; readonly rail: PackRail; readonly micros: bigint }

/** Credits funds that this transaction has locked with a pack, in the transaction that ends its purchase; the credits never expire. */
export async function grantPack(
  tx: Tx<Tables>,
  { version, funds }: VersionedFunds,
  { purchaseId, rail, micros }: PaidPack,
  now: Date,
): Promise<void> {
  const source = `pack_${rail}` as const
  const grant = {
    id: derivedId('grant', purchaseId),
    source,
    priority: creditGrantPriority[source],
    expiresAt: null,
    createdAt: now,
  }
  const issued = issueCreditGrant(funds, grant, micros, now)
  await recordCreditGrant(tx, funds.accountId, grant, micros, `purchase ${purchaseId}`)
  await saveFunds(tx, version, issued.funds)
  await appendTransfers(tx, issued.transfers)
}
