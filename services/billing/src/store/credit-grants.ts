import type { Tx } from '@outturn/postgres/typed'
import type { CreditGrantTerms } from '../domain/ledger/credit-grant.ts'
import type { Tables } from './tables.ts'

/** Keeps what was granted, by whom and why; what is left of it is among the funds of the account. */
export async function recordCreditGrant(
  tx: Tx<Tables>,
  accountId: string,
  { id, source, priority, expiresAt, createdAt }: CreditGrantTerms,
  originalMicros: bigint,
  note: string,
): Promise<void> {
  await tx
    .insertInto('credit_grant')
    .values({
      id,
      account_id: accountId,
      source,
      original_micros: originalMicros,
      priority,
      expires_at: expiresAt,
      note,
      created_at: createdAt,
    })
    .execute()
}
