import type { Environment } from '@outturn/vocabulary'
import type { Agreement, Spool } from '../domain/model/spool.ts'
import { fromStoredState, type StoredState } from './stored-state.ts'

/** A Spool as its table holds it. */
export type SpoolRow = {
  id: string
  share_id: string
  account_id: string
  version: number
  agreement: Agreement
  standing: StoredState
  salt: Buffer
  created_at: Date
  updated_at: Date
  /** Of a Spool that is paid by card. */
  payouts: Record<string, boolean> | null
}

// What the payees of a Spool have set up changes for all their Spools at once, so that it is kept beside them.
export const spoolColumns = `id, share_id, account_id, version, agreement, standing, salt, created_at, updated_at,
  case when agreement -> 'lane' ->> 'funding' = 'hosted_checkout' then (
    select json_object_agg(payee_id, is_ready) from payee_payouts where payee_id in (
      select named from json_array_elements(agreement -> 'parties') as party,
        unnest(array[party ->> 'accountId', party ->> 'partyId']) as named))
  end as payouts`

export function fromRow(row: SpoolRow, environment: Environment): Spool {
  return {
    id: row.id,
    shareId: row.share_id,
    environment,
    accountId: row.account_id,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    agreement: row.agreement,
    state: { ...fromStoredState(row.standing, row.agreement), payouts: row.payouts ?? {} },
  }
}
