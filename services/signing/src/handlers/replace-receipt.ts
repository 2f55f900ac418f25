import { type CommandInput, type issueReceipt, Refusal } from '@outturn/contracts'
import { createDatabase, inTransaction } from '@outturn/postgres'
import { correctReceipt } from '../domain/correct-receipt.ts'
import type { IssuedReceipt } from '../domain/issue-receipt.ts'
import type { SigningDeps } from '../service.ts'
import { findReceiptOfRun, recordReceipts, type StoredReceipt } from '../store/receipt-store.ts'
import { inside } from '../store/runner.ts'
import { recordStatusChange } from '../store/status-store.ts'
import type { Tables } from '../store/tables.ts'
import { holdReceipt } from './hold-receipt.ts'

type Superseded = NonNullable<CommandInput<typeof issueReceipt>['supersedes']>

/** Records a receipt and corrects the one that it replaces, both or neither; asked again, it answers with what is stored. */
export function replaceReceipt(
  { pool, slug }: SigningDeps,
  issued: IssuedReceipt,
  { receiptId, advisory }: Superseded,
): Promise<StoredReceipt> {
  return inTransaction(createDatabase<Tables>(pool), async (tx) => {
    const { spoolId, changes } = await holdReceipt(tx, receiptId)
    if (spoolId !== issued.spoolId) throw new Refusal('not_found', 'The Spool has no such receipt.')
    const known = await findReceiptOfRun(inside(tx), issued.runId)
    if (known !== null) return known
    const replacement = { receiptId: issued.receiptId, advisory, at: issued.issuedAt }
    const change = correctReceipt(receiptId, changes, replacement)
    const stored = await recordReceipts(inside(tx), [issued])
    await recordStatusChange(tx, receiptId, change, { slug, changedBy: ['spool'] })
    return stored.get(issued.runId) as StoredReceipt
  })
}
