import type { AccountTable } from '@outturn/postgres'

const ofSpool = (column: string) =>
  `t.${column} in (select id from spool where account_id = $1 union select spool_id from spool_account where account_id = $1)`

const numbered = (id: string, number: string) => `t.${id} || '/' || lpad(t.${number}::text, 12, '0')`

/** What the service keeps of an account: its Spools with all that both parties see of them. A new table of Spools is added here. */
export const accountTables: readonly AccountTable[] = [
  { name: 'spool', key: 't.id', of: ofSpool('id'), without: ['salt'] },
  { name: 'spool_history', key: numbered('spool_id', 'seq'), of: ofSpool('spool_id') },
  { name: 'evidence', key: numbered('spool_id', 'ordinal'), of: ofSpool('spool_id') },
  { name: 'evidence_content', key: `t.spool_id || '/' || t.content_digest`, of: ofSpool('spool_id') },
  { name: 'verification_process', key: 't.run_id', of: ofSpool('spool_id'), without: ['nonce'] },
  { name: 'dispute', key: 't.id', of: ofSpool('spool_id') },
  { name: 'dispute_text', key: numbered('dispute_id', 'ordinal'), of: ofSpool('spool_id') },
  { name: 'discrepancy', key: 't.id', of: ofSpool('spool_id') },
  { name: 'claim', key: 't.claim_id', of: ofSpool('spool_id') },
  { name: 'claim_match', key: 't.run_id', of: ofSpool('spool_id') },
]
