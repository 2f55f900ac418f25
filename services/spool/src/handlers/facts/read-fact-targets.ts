import type { readFactTargets } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { takesFacts } from '../../domain/evidence/takes-facts.ts'
import { partyOn } from '../../domain/model/viewer.ts'
import { currentSpool, type ReadDeps } from '../../flows/current-spool.ts'

/** Spools are read as of now, so that one that expired unread takes no facts. */
export function handleReadFactTargets(deps: ReadDeps): Handler<typeof readFactTargets> {
  return async ({ spoolIds }, { principal }) => {
    const targets = []
    for (const spoolId of new Set(spoolIds)) {
      const current = await currentSpool(deps, spoolId, principal)
      if (current === null) continue
      const { spool, now } = current
      targets.push({
        spoolId,
        buyer: partyOn(spool, 'buyer').accountId,
        provider: partyOn(spool, 'provider').accountId,
        takesFacts: takesFacts(spool, now),
      })
    }
    return { targets }
  }
}
