import type { listAccountSpools } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { listedSpool } from '../../domain/listing/listed-spool.ts'
import { listStatePatterns } from '../../domain/listing/list-state.ts'
import type { ListDeps } from '../../flows/current-spool.ts'
import { searchOwnSpools } from '../../flows/search-own-spools.ts'

/** What waits for a party is active. */
const activePattern = { status: { outcome: 'active' } }

export function handleListAccountSpools(deps: ListDeps): Handler<typeof listAccountSpools> {
  return async ({ limit, after, state, party, from, before, isWaitingForMe }, { principal }) => {
    const waiting = isWaitingForMe === true ? activePattern : null
    const filter = {
      pattern: state === undefined ? waiting : listStatePatterns[state],
      party: party ?? null,
      from: from ?? null,
      before: before ?? null,
    }
    const { data, nextCursor } = await searchOwnSpools(deps, principal, {
      limit,
      after: after ?? null,
      filter,
      itemsOf(spool, viewer, now) {
        const item = listedSpool(spool, viewer, now)
        const isWanted = state === undefined || item.state === state
        return isWanted && (isWaitingForMe !== true || item.isWaitingForMe) ? [item] : []
      },
    })
    return { data: [...data], nextCursor }
  }
}
