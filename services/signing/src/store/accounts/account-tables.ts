import { type AccountData, erasedText } from '@outturn/postgres'

const ofVisible = 't.receipt_id in (select receipt_id from receipt_of_account where account_id = $1)'
const signed = {
  keeps: 'Signed, and the contract of the other party too; it has no text that its account can withdraw.',
} as const
const facts = { keeps: 'Ids, times and words of closed lists.' } as const
const log = 'Digests, which the log proves itself by.'
const operators = 'What operators decided.'

/** What the service keeps of an account: the receipts that it may read, what became of them, and who used them. */
export const accountData: AccountData = {
  tables: [
    {
      name: 'receipt',
      key: 't.receipt_id',
      of: '$1 = any(t.visible_to)',
      packed: ['packed_unit_results'],
      erasure: signed,
    },
    { name: 'receipt_of_account', key: 't.receipt_id', of: 't.account_id = $1', erasure: facts },
    {
      name: 'receipt_status_change',
      key: `t.receipt_id || '/' || t.status`,
      of: ofVisible,
      erasure: { keeps: 'The words of this service or of its operators for all readers of the receipt.' },
    },
    { name: 'receipt_dispute', key: 't.receipt_id', of: ofVisible, erasure: facts },
    { name: 'receipt_review', key: 't.receipt_id', of: ofVisible, erasure: facts },
    {
      name: 'receipt_evidence_withdrawal',
      key: `t.receipt_id || '/' || t.evidence_id`,
      of: ofVisible,
      erasure: facts,
    },
    {
      name: 'consumption',
      key: 't.id',
      of: ofVisible,
      // One reference is one use: its digest keeps it apart from the others.
      erasure: {
        sets: {
          consumer: `'${erasedText}'`,
          reference: `case when t.reference like '${erasedText} %' then t.reference
            else '${erasedText} sha256:' || encode(sha256(convert_to(t.reference, 'UTF8')), 'hex') end`,
          answer: `jsonb_set(jsonb_set(t.answer::jsonb, '{consumer}', '"${erasedText}"'), '{reference}', '"${erasedText}"')::text`,
        },
        where: 't.recorded_by = $1',
      },
    },
  ],
  others: {
    signing_key: 'Keys of this service.',
    key_document: 'Keys of this service.',
    key_change: 'Keys of this service.',
    root_signature: 'Keys of this service.',
    settlement_total: 'What was settled of a Spool.',
    log_identity: log,
    log_pending: log,
    log_entry: log,
    log_tile: log,
    log_checkpoint: log,
    recovered_leaf: log,
    revocation_request: operators,
    revocation_approval: operators,
    recovery: operators,
    restore_notice: operators,
    log_floor_begun: operators,
    recovery_request: operators,
    recovery_approval: operators,
    erasure_request: operators,
    erasure: 'Which accounts and contents were erased: ids and times.',
  },
}
