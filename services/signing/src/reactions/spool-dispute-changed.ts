import { spoolDisputeChanged } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import type { SigningDeps } from '../deps.ts'
import { noteDispute } from '../store/dispute-store.ts'

/**
 * Notes whether a receipt is disputed, for the readers of its status; what is signed and whether it counts stay as they are. Later news has
 * a larger version, so news that comes twice or out of order ends in the same.
 */
export function onSpoolDisputeChanged({
  pool,
}: Pick<SigningDeps, 'pool'>): Reaction<typeof spoolDisputeChanged> {
  return {
    event: spoolDisputeChanged,
    concurrency: 8,
    handle: (news) => noteDispute(pool, news),
  }
}
