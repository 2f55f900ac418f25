import { spoolEvidenceWithdrawn } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import type { SigningDeps } from '../deps.ts'
import type { ErasureList } from '../flows/erasures/erasure-list.ts'
import { noteEvidenceWithdrawal } from '../store/status-store.ts'

/** Tells the readers of a receipt that a content behind it was deleted. A deletion is final, so events may come twice and in any order. */
export function onSpoolEvidenceWithdrawn({
  pool,
  erasures,
}: Pick<SigningDeps, 'pool'> & { erasures: Pick<ErasureList, 'listContent'> }): Reaction<
  typeof spoolEvidenceWithdrawn
> {
  return {
    event: spoolEvidenceWithdrawn,
    concurrency: 4,
    handle: async (news) => {
      await noteEvidenceWithdrawal(pool, news)
      // What the deployment deletes by its own setting it deletes again after a restore; the word of a party has to be kept.
      if ((news.by ?? 'party') === 'party') await erasures.listContent(news)
    },
  }
}
