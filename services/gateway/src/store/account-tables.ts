import { type AccountData, erasedText } from '@outturn/postgres'

const own = 't.account_id = $1'
const members = '(select person_id from membership where account_id = $1)'
/** People of the account who are in no other one. */
const onlyHere = `not exists (select from membership as o where o.person_id = t.id and o.account_id <> $1)`
const erased = `'${erasedText}'`
const goes = { deletes: true } as const

/**
 * What the service keeps of an account: its keys and people, what they did, and its requests. Proofs of identity are left out of an export.
 * People are found by their memberships, which therefore go last.
 */
export const accountData: AccountData = {
  tables: [
    {
      name: 'api_key',
      key: 't.id',
      of: own,
      without: ['token_hash'],
      erasure: { sets: { label: erased, display: erased, revoked_at: 'coalesce(t.revoked_at, now())' } },
    },
    {
      name: 'key_grant',
      key: 't.id',
      of: own,
      without: ['token_hash', 'exchange_hash'],
      erasure: { sets: { label: erased, revoked_at: 'coalesce(t.revoked_at, now())' } },
    },
    {
      name: 'sandbox_session',
      key: 't.id',
      of: own,
      without: ['token_hash'],
      erasure: goes,
    },
    {
      name: 'person_session',
      key: 't.token_hash',
      of: own,
      without: ['token_hash'],
      erasure: goes,
    },
    {
      name: 'sign_in_request',
      key: 't.id',
      of: `${own} or t.email in (select email from person where id in ${members})`,
      isNotExported: 'Proofs of identity of some minutes.',
      erasure: goes,
    },
    {
      name: 'organisation_sign_in',
      key: 't.token_hash',
      of: own,
      isNotExported: 'Proofs of identity of some minutes.',
      erasure: goes,
    },
    {
      name: 'passkey',
      key: 't.id',
      of: `t.person_id in ${members}`,
      without: ['public_key'],
      erasure: {
        ...goes,
        where: `not exists (select from membership as o where o.person_id = t.person_id and o.account_id <> $1)`,
      },
    },
    {
      name: 'person',
      key: 't.id',
      of: `t.id in ${members}`,
      erasure: { sets: { email: `'${erasedText} ' || t.id` }, where: onlyHere },
    },
    {
      name: 'team_invitation',
      key: 't.id',
      of: own,
      without: ['token_hash'],
      erasure: { sets: { email: erased, revoked_at: 'coalesce(t.revoked_at, now())' } },
    },
    { name: 'organisation_domain', key: 't.domain', of: own, erasure: goes },
    { name: 'organisation', key: 't.account_id', of: own, without: ['client_secret'], erasure: goes },
    { name: 'account_notice', key: 't.id', of: own, erasure: goes },
    { name: 'mail', key: 't.id', of: own, erasure: goes },
    { name: 'return_page', key: 't.id', of: own, erasure: goes },
    {
      name: 'audit_entry',
      key: 't.id',
      of: own,
      erasure: {
        byService: 'A function of the database replaces who acted and on what; what was done and when stays.',
      },
    },
    {
      name: 'request_log',
      key: 't.id',
      of: own,
      without: ['idempotency_hash', 'body_hash'],
      erasure: { byService: 'A function of the database deletes them.' },
    },
    {
      name: 'request_log_gap',
      key: `t.from_at || '/' || t.to_at`,
      of: own,
      erasure: { byService: 'A function of the database deletes them with the requests.' },
    },
    { name: 'membership', key: 't.person_id', of: own, erasure: goes },
    {
      name: 'account',
      key: 't.id',
      of: 't.id = $1',
      erasure: {
        sets: {
          name: erased,
          return_hosts: `'{}'::text[]`,
          suspension_note: `case when t.suspension_note is null then null else ${erased} end`,
          closed_at: 'coalesce(t.closed_at, now())',
          closed_by: erased,
          erased_at: 'coalesce(t.erased_at, now())',
        },
      },
    },
  ],
  others: {
    rate_log: 'Counts of the last minute.',
    sandbox_day: 'Counts of a day.',
    sandbox_use: 'Counts of a sandbox session, which go with it.',
    passkey_challenge: 'Random texts of some minutes.',
    key_pepper: 'A fingerprint of the deployment.',
  },
}
