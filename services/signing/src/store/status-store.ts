import type { EventPayload, spoolEvidenceWithdrawn } from '@outturn/contracts'
import { type Pool, query, type Runner, statement } from '@outturn/postgres'
import type { Tx } from '@outturn/postgres/typed'
import { statusLeaf } from '../domain/log/log-leaf.ts'
import type { ReceiptState, StatusChange } from '../domain/receipts/receipt-status.ts'
import { recordLogLeaf } from './log-store.ts'
import type { Tables } from './tables.ts'

const stateStatement = statement(
  'receipt_state',
  `
select
  (select count(*)::int from consumption as c where c.receipt_id = r.receipt_id) as consumptions,
  (select d.changed_at from receipt_dispute as d where d.receipt_id = r.receipt_id and d.is_disputed) as "disputedAt",
  coalesce((
    select json_agg(json_build_object('evidenceId', w.evidence_id,
      'at', to_char(w.withdrawn_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by w.withdrawn_at, w.evidence_id)
    from receipt_evidence_withdrawal as w where w.receipt_id = r.receipt_id), '[]') as withdrawals,
  (select w.changed_at from receipt_review as w where w.receipt_id = r.receipt_id and w.is_under_review) as "underReviewAt",
  (select w.changed_at from receipt_review as w where w.receipt_id = r.receipt_id and w.is_upheld) as "upheldAt",
  (select k.retired_at from signing_key as k where k.key_id = r.signing_key_id and k.status = 'revoked') as "keyRevokedAt",
  coalesce((
    select json_agg(json_build_object('status', s.status, 'code', s.code, 'message', s.message,
      'at', to_char(s.changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'replacementReceiptId', s.replacement_receipt_id) order by s.changed_at, s.status)
    from receipt_status_change as s where s.receipt_id = r.receipt_id), '[]') as changes
from receipt as r where r.receipt_id = $1`,
)

type StateRow = Omit<ReceiptState, 'disputedAt' | 'keyRevokedAt' | 'underReviewAt' | 'upheldAt'> & {
  disputedAt: Date | null
  underReviewAt: Date | null
  upheldAt: Date | null
  keyRevokedAt: Date | null
}

/** What is recorded about a receipt beside its text; null for an id that names none. */
export async function findReceiptState(runner: Runner, receiptId: string): Promise<ReceiptState | null> {
  const [row] = await runner<StateRow>(stateStatement, [receiptId])
  if (row === undefined) return null
  const { disputedAt, keyRevokedAt, underReviewAt, upheldAt } = row
  return {
    ...row,
    disputedAt: disputedAt?.toISOString() ?? null,
    underReviewAt: underReviewAt?.toISOString() ?? null,
    upheldAt: upheldAt?.toISOString() ?? null,
    keyRevokedAt: keyRevokedAt?.toISOString() ?? null,
  }
}

/**
 * Records what became of a receipt, with its leaf for the log. The caller holds the settlement of the Spool, and has seen
 * under that hold that the receipt has no such status yet.
 */
export async function recordStatusChange(
  tx: Tx<Tables>,
  receiptId: string,
  change: StatusChange,
  { slug, changedBy }: { slug: string; changedBy: readonly string[] },
): Promise<void> {
  const { status, code, message, at, replacementReceiptId } = change
  await tx
    .insertInto('receipt_status_change')
    .values({
      receipt_id: receiptId,
      status,
      code,
      message,
      replacement_receipt_id: replacementReceiptId,
      changed_by: [...changedBy],
      changed_at: at,
    })
    .execute()
  await recordLogLeaf(tx, statusLeaf(slug, { receiptId, status, changedAt: at, replacementReceiptId }))
}

const noteWithdrawal = statement(
  'note_evidence_withdrawal',
  `insert into receipt_evidence_withdrawal (receipt_id, evidence_id, withdrawn_at)
   select receipt_id, $2, $3 from receipt where spool_id = $1 and run_id = any($4)
   on conflict do nothing`,
)

/** Notes on the receipts of the runs that judged an item that its content was deleted; what was noted before stays. */
export async function noteEvidenceWithdrawal(
  pool: Pool,
  { spoolId, evidenceId, runIds, at }: EventPayload<typeof spoolEvidenceWithdrawn>,
): Promise<void> {
  await query(pool, noteWithdrawal, [spoolId, evidenceId, at, runIds])
}
