import { spoolDisputeChanged } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import type { SettlementDeps } from '../deps.ts'
import { advanceSoon } from '../flows/advance-settlement.ts'
import { advanceCardSoon } from '../flows/card/advance-card-settlement.ts'
import { laneOfSpool } from '../store/card/lane-of-spool.ts'
import { noteDispute } from '../store/dispute-store.ts'

/**
 * Holds the settlement of a Spool while a dispute does, and goes on with it afterwards; what an operator holds stays held. Later news has
 * a larger version, so news that comes twice or out of order ends in the same.
 */
export function onSpoolDisputeChanged(deps: SettlementDeps): Reaction<typeof spoolDisputeChanged> {
  return {
    event: spoolDisputeChanged,
    concurrency: 4,
    async handle(news) {
      const { spoolId, holdsSettlement } = news
      await noteDispute(deps.pool, news, deps.clock.now())
      const lane = await laneOfSpool(deps.pool, spoolId)
      if (holdsSettlement || lane === null) return
      const id = derivedId('settlement', spoolId)
      await (lane === 'card' ? advanceCardSoon(deps, id) : advanceSoon(deps, id))
    },
  }
}
