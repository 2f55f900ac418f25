import type { repeatWithdrawal } from '@outturn/contracts'
import { storeConflict } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { withoutContentsOf } from '../../domain/retention/withdraw-contents.ts'
import type { ChangeDeps } from '../../flows/change-spool.ts'
import { withdrawByService } from '../../flows/retention/withdraw-by-service.ts'
import { findSpool } from '../../store/spool-store.ts'

/**
 * Deletes a content that came back with a restored database. Its party had it deleted for good, so this does not ask whether the Spool
 * needs it at the earlier time: a later run judges the item like one of which only the digest was submitted.
 */
export function handleRepeatWithdrawal(deps: ChangeDeps): Handler<typeof repeatWithdrawal> {
  return async ({ spoolId, evidenceId }) => {
    const stored = await findSpool(deps.pool, spoolId, deps.environment)
    if (stored === null) return { isHeld: false }
    const { evidence } = stored
    const { end } = await withdrawByService(
      deps,
      stored.spool,
      'restore',
      (spool, runs, at) =>
        withoutContentsOf({ spool, evidence }, ({ id }) => id === evidenceId, 'party', runs, at),
      deps.clock.now(),
    )
    if (end === 'lost') throw storeConflict('The Spool changed meanwhile.', { retryAfterSeconds: 1 })
    return { isHeld: end === 'won' }
  }
}
