import { absent, type CommandInput, type issueReceipt } from '@outturn/contracts'
import { inside } from '@outturn/postgres/typed'
import { correctReceipt } from '../domain/receipts/correct-receipt.ts'
import type { IssuedReceipt } from '../domain/receipts/issue-receipt.ts'
import type { SigningDeps } from '../deps.ts'
import {
  findReceiptOfRun,
  keyNotActive,
  notLatest,
  type RecordedReceipt,
  recordReceipts,
} from '../store/receipt-store.ts'
import { passDisputeOn } from '../store/dispute-store.ts'
import { recordStatusChange } from '../store/status-store.ts'
import { announceInTransaction } from './announce.ts'
import { holdReceipt } from '../store/hold-receipt.ts'

type Superseded = NonNullable<CommandInput<typeof issueReceipt>['supersedes']>

/** Records a receipt and corrects the one that it replaces, both or neither; asked again, it answers with what is stored. */
export async function replaceReceipt(
  deps: SigningDeps,
  issued: IssuedReceipt,
  { receiptId, advisory, ofRevoked }: Superseded,
): Promise<RecordedReceipt> {
  return announceInTransaction(deps, async (tx, announce) => {
    const { spoolId, changes, settled } = await holdReceipt(tx, receiptId)
    if (spoolId !== issued.spoolId) throw absent('The Spool has no such receipt.')
    const known = await findReceiptOfRun(inside(tx), issued.runId)
    if (known !== null) return known
    const replacement = { receiptId: issued.receiptId, advisory, at: issued.issuedAt, ofRevoked }
    const change = correctReceipt(receiptId, changes, replacement)
    const stored = (await recordReceipts(inside(tx), deps.floor.passed(), [issued])).get(
      issued.runId,
    ) as RecordedReceipt
    if (stored === keyNotActive || stored === notLatest) return stored
    await passDisputeOn(inside(tx), receiptId, issued.receiptId)
    if (change !== null) {
      await recordStatusChange(tx, receiptId, change, { slug: deps.slug, changedBy: ['spool'] })
      await announce({ spoolId, receiptId, status: change.status, settled, at: change.at })
    }
    return stored
  })
}
