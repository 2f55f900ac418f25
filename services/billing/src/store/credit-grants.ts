import { snakeNames } from '@outturn/contracts'
import type { Tx } from '@outturn/postgres/typed'
import type { CreditGrantTerms } from '../domain/ledger/credit-grant.ts'
import type { Tables } from './tables.ts'

/** Keeps what was granted, by whom and why; what is left of it is among the funds of the account. */
export async function recordCreditGrant(
  tx: Tx<Tables>,
  accountId: string,
  grant: CreditGrantTerms,
  originalMicros: bigint,
  note: string,
): Promise<void> {
  const row = { ...snakeNames(grant), account_id: accountId, original_micros: originalMicros, note }
  await tx.insertInto('credit_grant').values(row).execute()
}
