import type { AccountTable } from '@outturn/postgres'

const own = 't.account_id = $1'
const byPerson = 't.person_id in (select person_id from membership where account_id = $1)'

/** What the service keeps of an account: its keys and people, what they did, and its requests. Proofs of identity are left out. */
export const accountTables: readonly AccountTable[] = [
  { name: 'account', key: 't.id', of: 't.id = $1' },
  { name: 'api_key', key: 't.id', of: own, without: ['token_hash'] },
  { name: 'key_grant', key: 't.id', of: own, without: ['token_hash', 'exchange_hash'] },
  { name: 'membership', key: 't.person_id', of: own },
  { name: 'person', key: 't.id', of: byPerson.replace('person_id in', 'id in') },
  { name: 'team_invitation', key: 't.id', of: own, without: ['token_hash'] },
  { name: 'person_session', key: 't.token_hash', of: own, without: ['token_hash'] },
  { name: 'passkey', key: 't.id', of: byPerson, without: ['public_key'] },
  { name: 'organisation', key: 't.account_id', of: own, without: ['client_secret'] },
  { name: 'organisation_domain', key: 't.domain', of: own },
  { name: 'account_notice', key: 't.id', of: own },
  { name: 'mail', key: 't.id', of: own },
  { name: 'audit_entry', key: 't.id', of: own },
  { name: 'request_log', key: 't.id', of: own, without: ['idempotency_hash', 'body_hash'] },
]
