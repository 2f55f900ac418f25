import type { readFactTargets } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { takesFacts } from '../../domain/evidence/takes-facts.ts'
import { asOf } from '../../domain/lifecycle/as-of.ts'
import { partyOn } from '../../domain/model/viewer.ts'
import type { ReadDeps } from '../../flows/current-spool.ts'
import { findSpools } from '../../store/spool-store.ts'

/** Spools are read as of now, so that one that expired unread takes no facts. */
export function handleReadFactTargets({
  pool,
  clock,
  environment,
  hashes,
}: ReadDeps): Handler<typeof readFactTargets> {
  return async ({ spoolIds }) => {
    const found = await findSpools(pool, [...new Set(spoolIds)], environment)
    const now = clock.now()
    const targets = found.map((stored) => {
      const { spool } = asOf(stored, now, hashes)
      return {
        spoolId: spool.id,
        buyer: partyOn(spool, 'buyer').accountId,
        provider: partyOn(spool, 'provider').accountId,
        takesFacts: takesFacts(spool, now),
      }
    })
    return { targets }
  }
}
