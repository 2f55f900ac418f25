import { spoolEvidenceWithdrawn } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import type { SigningDeps } from '../deps.ts'
import { noteEvidenceWithdrawal } from '../store/status-store.ts'

/** Tells the readers of a receipt that a content behind it was deleted. A deletion is final, so events may come twice and in any order. */
export function onSpoolEvidenceWithdrawn({
  pool,
}: Pick<SigningDeps, 'pool'>): Reaction<typeof spoolEvidenceWithdrawn> {
  return {
    event: spoolEvidenceWithdrawn,
    concurrency: 4,
    handle: (news) => noteEvidenceWithdrawal(pool, news),
  }
}
