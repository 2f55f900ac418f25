import { type AccountData, erasedText } from '@outturn/postgres'

const own = 't.account_id = $1'
const ofSettlement = 't.settlement_id in (select id from settlement where account_id = $1)'
const ofSlot = `exists (select from tx_slot as s where s.signer = t.signer and s.chain_id = t.chain_id and s.nonce = t.nonce
  and s.settlement_id in (select id from settlement where account_id = $1))`
const money = {
  keeps:
    'Where money went and how much: the other party was paid by it, and the books prove themselves by every row.',
} as const

/** What the service keeps of an account: what it committed to pay, its transfers and grants, and the account that it is paid on. */
export const accountData: AccountData = {
  tables: [
    { name: 'settlement', key: 't.id', of: own, erasure: money },
    {
      name: 'leg',
      key: `t.settlement_id || '/' || t.kind || '/' || t.attempt`,
      of: ofSettlement,
      erasure: money,
    },
    { name: 'book_transfer', key: `t.settlement_id || '/' || t.key`, of: ofSettlement, erasure: money },
    {
      name: 'card_hold',
      key: `t.settlement_id || '/' || lpad(t.n::text, 12, '0')`,
      of: ofSettlement,
      erasure: {
        sets: {
          payment_method: 'null',
          description: `'${erasedText}'`,
          return_url: `'${erasedText}'`,
          url: 'null',
          asked_by: 'null',
        },
        where: `t.state in ('captured', 'ended')`,
      },
    },
    { name: 'settlement_grant', key: 't.permission_hash', of: own, erasure: money },
    { name: 'payout_account', key: 't.payee_id', of: own, erasure: money },
    { name: 'tx_slot', key: `t.signer || '/' || t.nonce`, of: ofSettlement, erasure: money },
    { name: 'tx_version', key: `t.signer || '/' || t.nonce || '/' || t.n`, of: ofSlot, erasure: money },
  ],
  others: {
    signer: 'Keys of this service.',
    closed_spool: 'Ids of Spools.',
    disputed_spool: 'Ids of Spools.',
    operator_action: 'What operators did and why.',
    switch: 'Settings of operators.',
    anomaly: 'Where the chain and the records differ, which operators close.',
    grant_limit: 'Limits of the deployment.',
    grant_count_lock: 'One row that is locked.',
    block_seen: 'Blocks of chains.',
  },
}
