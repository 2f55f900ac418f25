import type { AccountData } from '@outturn/postgres'

const spools = `(select id from spool where account_id = $1 union select spool_id from spool_account where account_id = $1)`
const ofSpool = (column: string) => `t.${column} in ${spools}`
const ofReview = `t.review_id in (select id from review where spool_id in ${spools})`

const numbered = (id: string, number: string) => `t.${id} || '/' || lpad(t.${number}::text, 12, '0')`

/** Of a Spool each text has its writer, which the Spool itself names: its own rules replace them. */
const own = {
  byService:
    'What the side of the account wrote is replaced, Spool by Spool; what the other side wrote stays.',
} as const
const facts = { keeps: 'Ids, times, counts, digests and words of closed lists.' } as const

/** What the service keeps of an account: its Spools with all that both parties see of them. A new table of Spools is added here. */
export const accountData: AccountData = {
  tables: [
    { name: 'spool', key: 't.id', of: ofSpool('id'), without: ['salt'], erasure: own },
    { name: 'spool_account', key: 't.spool_id', of: 't.account_id = $1', erasure: facts },
    {
      name: 'spool_history',
      key: numbered('spool_id', 'seq'),
      of: ofSpool('spool_id'),
      erasure: { keeps: 'Ids, words of closed lists, counts and digests, chained by hashes.' },
    },
    { name: 'evidence', key: numbered('spool_id', 'ordinal'), of: ofSpool('spool_id'), erasure: own },
    {
      name: 'evidence_content',
      key: `t.spool_id || '/' || t.content_digest`,
      of: ofSpool('spool_id'),
      erasure: { byService: 'The contents that the account supplied are withdrawn; their digests stay.' },
    },
    {
      name: 'verification_process',
      key: 't.run_id',
      of: ofSpool('spool_id'),
      without: ['nonce'],
      erasure: own,
    },
    { name: 'dispute', key: 't.id', of: ofSpool('spool_id'), erasure: own },
    { name: 'dispute_text', key: numbered('dispute_id', 'ordinal'), of: ofSpool('spool_id'), erasure: own },
    { name: 'discrepancy', key: 't.id', of: ofSpool('spool_id'), erasure: own },
    { name: 'claim', key: 't.claim_id', of: ofSpool('spool_id'), erasure: own },
    { name: 'claim_match', key: 't.run_id', of: ofSpool('spool_id'), erasure: facts },
    { name: 'review', key: 't.id', of: ofSpool('spool_id'), without: ['token_hash'], erasure: own },
    {
      name: 'review_code',
      key: numbered('review_id', 'ordinal'),
      of: ofReview,
      erasure: facts,
    },
    { name: 'mail', key: 't.id', of: 't.account_id = $1', erasure: { deletes: true } },
    {
      name: 'verification_preview',
      key: `t.spool_id || '/' || t.party_id || '/' || t.day`,
      of: ofSpool('spool_id'),
      erasure: facts,
    },
    { name: 'payee_payouts', key: 't.payee_id', of: 't.payee_id = $1', erasure: facts },
  ],
  others: {
    mail_count: 'Counts of a day by ids of accounts and by digests of addresses.',
    withdrawn_reply: 'Spools whose kept answers are about to be replaced.',
  },
}
