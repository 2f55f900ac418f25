import type { Generated } from 'kysely'
import type { KeyScope, PartyKind } from '@outturn/vocabulary'
import type { Database, Tx as Transaction } from '@outturn/postgres/typed'

export type AccountTable = {
  id: string
  name: string
  kind: PartyKind
  quota: number | null
  created_at: Date
  /** In lower case, with a port that is not 443. */
  return_hosts: Generated<string[]>
  /** Null for an account that is not suspended; the other two then as well. */
  suspended_at: Generated<Date | null>
  suspended_by: Generated<string | null>
  suspension_note: Generated<string | null>
}

export type ApiKeyTable = {
  id: string
  account_id: string
  token_hash: string
  display: string
  scope: KeyScope
  spool_id: string | null
  party_id: string | null
  label: string
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  /** When it ends by itself. */
  expires_at: Date | null
}

/** A grant for one key: of an account, or for the counterparty of a Spool. */
export type KeyGrantTable = {
  id: string
  token_hash: string
  /** Of whom the key will be; a guest's account is opened with its key. */
  account_id: string
  spool_id: string | null
  party_id: string | null
  label: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  exchanged_at: Date | null
  /** Of the idempotency key of the exchange, under the pepper; null when it had none. */
  exchange_hash: string | null
}

export type SandboxSessionTable = {
  id: string
  account_id: string
  token_hash: string
  /** The one Spool and party of a session that was invited. */
  spool_id: string | null
  party_id: string | null
  created_at: Date
  expires_at: Date
  compiles_used: number
  spools_used: number
  verifies_used: number
}

/** A page that names an address before a browser goes on to it. */
export type ReturnPageTable = {
  id: string
  account_id: string
  url: string
  created_at: Date
}

export type Tables = {
  account: AccountTable
  api_key: ApiKeyTable
  key_grant: KeyGrantTable
  sandbox_session: SandboxSessionTable
  return_page: ReturnPageTable
}

export type Db = Database<Tables>
export type Tx = Transaction<Tables>
