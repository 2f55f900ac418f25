import type { ColumnType, Generated } from 'kysely'
import type { ErrorCode } from '@outturn/contracts'
import type { KeyScope, PartyKind, PersonRole } from '@outturn/vocabulary'
import type { Database, Tx as Transaction } from '@outturn/postgres/typed'
import type { RedactedValue } from '../request-log/redact-body.ts'

type Json<Value> = ColumnType<Value, string, string>

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
  /** Whether people with the role developer may do what moves money. */
  developers_move_money: Generated<boolean>
  /** Null for an account that is not closed; by whom then as well. */
  closed_at: Generated<Date | null>
  closed_by: Generated<string | null>
  /** When its personal data was erased. */
  erased_at: Generated<Date | null>
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

export type PersonTable = {
  id: string
  /** In lower case. */
  email: string
  created_at: Date
}

export type AccountNoticeTable = {
  id: string
  account_id: string
  kind: 'balance_low' | 'statement_closed' | 'key_cap_near'
  facts: ColumnType<unknown, string, never>
  at: Date
}

export type MembershipTable = {
  account_id: string
  person_id: string
  role: PersonRole
  joined_at: Date
  last_seen_at: Generated<Date | null>
}

export type TeamInvitationTable = {
  id: string
  account_id: string
  email: string
  role: PersonRole
  token_hash: string
  invited_by: string
  created_at: Date
  expires_at: Date
  accepted_at: Generated<Date | null>
  revoked_at: Generated<Date | null>
}

export type SignInRequestTable = {
  id: string
  kind: 'mail' | 'step_up' | 'link'
  email: string
  /** Of the browser in which a sign-in by mail began. */
  pre_hash: string | null
  /** The session that proves itself again. */
  chain_id: string | null
  /** Of an operator's link. */
  account_id: string | null
  invitation_id: string | null
  address_prefix: string
  created_at: Date
  expires_at: Date
  attempts: Generated<number>
  /** Tries that were right, or are in the audit log. */
  noted: Generated<number>
  last_try_at: Generated<Date | null>
  used_at: Generated<Date | null>
}

/** One token; those that follow one another in a browser have the same chain. */
export type PersonSessionTable = {
  token_hash: string
  chain_id: string
  person_id: string
  account_id: string
  method: 'mail' | 'link' | 'passkey' | 'oidc'
  created_at: Date
  signed_in_at: Date
  /** When the person last proved who they are. */
  proved_at: Date
  last_seen_at: Date
  expires_at: Date
  rotated_at: Generated<Date | null>
  revoked_at: Generated<Date | null>
  address_prefix: string
  agent: string
}

export type PasskeyTable = {
  id: string
  credential_id: string
  person_id: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  name: string
  created_at: Date
  last_used_at: Date | null
  is_backed_up: boolean
}

export type PasskeyChallengeTable = {
  challenge: string
  purpose: 'sign_in' | 'prove' | 'add'
  /** The session, or what is stored of the cookie of a browser that signs in. */
  bound_to: string
  expires_at: Date
}

export type OrganisationTable = {
  account_id: string
  issuer: string
  client_id: string | null
  /** Sealed under the pepper. */
  client_secret: string | null
  is_required: Generated<boolean>
}

export type OrganisationDomainTable = {
  domain: string
  account_id: string
  confirmed_at: Date
  confirmed_by: string
}

export type OrganisationSignInTable = {
  token_hash: string
  account_id: string
  expires_at: Date
}

export type AuditEntryTable = {
  id: string
  account_id: string
  at: Date
  /** Address of a person. */
  actor: string
  chain_id: string | null
  action: string
  target: string
  result: 'ok' | 'refused'
  address_prefix: string
  details: Json<Readonly<Record<string, string | number>>>
}

/** A request that was answered; the code and what follows from it are null for a success. */
export type RequestLogTable = {
  id: string
  at: Date
  is_refused: boolean
  took_ms: number
  method: string
  route: string | null
  path: string
  status: number
  code: ErrorCode | null
  field: string | null
  reason: string | null
  error: string | null
  remediation: string | null
  account_id: string
  key_id: string
  scope: KeyScope
  user_agent: string
  address: string
  idempotency_key: string | null
  idempotency_hash: string | null
  rate_limit: string | null
  weight: number
  /** The Spool that the request was about or made. */
  spool_id: string | null
  body_bytes: number
  body_hash: string | null
  body: RedactedValue | null
}

/** Requests of an account that could not be recorded. */
export type RequestLogGapTable = {
  account_id: string
  from_at: Date
  to_at: Date
  dropped: number
}

/** The one row that says which pepper the stored hashes have. */
export type KeyPepperTable = {
  is_only: Generated<boolean>
  fingerprint: string
  noted_at: Date
}

export type Tables = {
  account: AccountTable
  api_key: ApiKeyTable
  key_grant: KeyGrantTable
  sandbox_session: SandboxSessionTable
  return_page: ReturnPageTable
  account_notice: AccountNoticeTable
  person: PersonTable
  membership: MembershipTable
  team_invitation: TeamInvitationTable
  sign_in_request: SignInRequestTable
  person_session: PersonSessionTable
  organisation: OrganisationTable
  organisation_domain: OrganisationDomainTable
  organisation_sign_in: OrganisationSignInTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  audit_entry: AuditEntryTable
  request_log: RequestLogTable
  request_log_gap: RequestLogGapTable
  key_pepper: KeyPepperTable
}

export type Db = Database<Tables>
export type Tx = Transaction<Tables>
