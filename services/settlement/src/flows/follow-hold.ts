import { derivedId } from '@outturn/service'
import type { SettlementDeps } from '../deps.ts'
import { laneOfSpool } from '../store/card/lane-of-spool.ts'
import { type HoldNews, noteHold } from '../store/hold-store.ts'
import { advanceSoon } from './advance-settlement.ts'
import { advanceCardSoon } from './card/advance-card-settlement.ts'

/** Notes whether open cases hold the settlement of a Spool, and goes on with it where none does; what an operator holds stays held. */
export async function followHold(deps: SettlementDeps, news: HoldNews): Promise<void> {
  await noteHold(deps.pool, news, deps.clock.now())
  const lane = await laneOfSpool(deps.pool, news.spoolId)
  if (news.isHeld || lane === null) return
  const id = derivedId('settlement', news.spoolId)
  await (lane === 'card' ? advanceCardSoon(deps, id) : advanceSoon(deps, id))
}
