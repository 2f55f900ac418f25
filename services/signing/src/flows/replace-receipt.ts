import { absent, type CommandInput, type issueReceipt } from '@outturn/contracts'
import { createDatabase, inTransaction, type OutboxRow } from '@outturn/postgres'
import { correctReceipt } from '../domain/receipts/correct-receipt.ts'
import type { IssuedReceipt } from '../domain/receipts/issue-receipt.ts'
import type { SigningDeps } from '../service.ts'
import { findReceiptOfRun, recordReceipts, type StoredReceipt } from '../store/receipt-store.ts'
import { inside } from '../store/runner.ts'
import { recordStatusChange } from '../store/status-store.ts'
import type { Tables } from '../store/tables.ts'
import { announceStanding } from '../events.ts'
import { holdReceipt } from '../store/hold-receipt.ts'

type Superseded = NonNullable<CommandInput<typeof issueReceipt>['supersedes']>

/** Records a receipt and corrects the one that it replaces, both or neither; asked again, it answers with what is stored. */
export async function replaceReceipt(
  deps: SigningDeps,
  issued: IssuedReceipt,
  { receiptId, advisory }: Superseded,
): Promise<StoredReceipt> {
  const { pool, slug, relay } = deps
  const { replaced, announced } = await inTransaction(createDatabase<Tables>(pool), async (tx) => {
    const { spoolId, changes, settled } = await holdReceipt(tx, receiptId)
    if (spoolId !== issued.spoolId) throw absent('The Spool has no such receipt.')
    const known = await findReceiptOfRun(inside(tx), issued.runId)
    if (known !== null) return { replaced: known, announced: [] as OutboxRow[] }
    const replacement = { receiptId: issued.receiptId, advisory, at: issued.issuedAt }
    const change = correctReceipt(receiptId, changes, replacement)
    const stored = await recordReceipts(inside(tx), [issued])
    await recordStatusChange(tx, receiptId, change, { slug, changedBy: ['spool'] })
    const standing = { spoolId, receiptId, status: change.status, settled, at: change.at }
    return {
      replaced: stored.get(issued.runId) as StoredReceipt,
      announced: [await announceStanding(tx, deps, standing)],
    }
  })
  relay.publish(announced)
  return replaced
}
