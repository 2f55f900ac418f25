import type { KeyScope, PartyKind } from '@outturn/contracts'
import type { Database } from '@outturn/postgres'

export type AccountTable = {
  id: string
  name: string
  kind: PartyKind
  quota: number | null
  created_at: Date
}

export type ApiKeyTable = {
  id: string
  account_id: string
  token_hash: string
  display: string
  scope: KeyScope
  spool_id: string | null
  label: string
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

export type SandboxSessionTable = {
  id: string
  account_id: string
  token_hash: string
  created_at: Date
  expires_at: Date
  compiles_used: number
  spools_used: number
  verifies_used: number
}

export type Tables = {
  account: AccountTable
  api_key: ApiKeyTable
  sandbox_session: SandboxSessionTable
}

export type Db = Database<Tables>
