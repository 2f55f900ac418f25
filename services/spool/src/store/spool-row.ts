import type { Environment } from '@outturn/vocabulary'
import type { Agreement, Spool } from '../domain/lifecycle/spool.ts'
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
}

export const spoolColumns =
  'id, share_id, account_id, version, agreement, standing, salt, created_at, updated_at'

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
    state: fromStoredState(row.standing, row.agreement),
  }
}
