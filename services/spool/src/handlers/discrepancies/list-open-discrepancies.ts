import { accountOf, forbidden, invalid, type listOpenDiscrepancies } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { asOf } from '../../domain/lifecycle/as-of.ts'
import { mayList, viewerOf } from '../../domain/model/viewer.ts'
import { listedDiscrepancy } from '../../domain/views/casework/listed-discrepancy.ts'
import type { ListDeps } from '../../flows/current-spool.ts'
import { openDiscrepanciesOf } from '../../store/casework/discrepancy-store.ts'

/** One page of the open discrepancies of an account, over all its Spools. */
export function handleListOpenDiscrepancies(deps: ListDeps): Handler<typeof listOpenDiscrepancies> {
  return async ({ limit, after }, { principal }) => {
    const accountId = accountOf(principal)
    if (accountId === null || !mayList(principal)) {
      throw forbidden('Only an account lists its discrepancies.', { reason: 'full_scope_required' })
    }
    const found = await deps.pageMutex.run(accountId, () =>
      openDiscrepanciesOf(deps.pool, accountId, { limit, after: after ?? null }, deps.environment),
    )
    if (found === null) {
      throw invalid('after', 'after names no discrepancy.', {
        remediation: 'Send the cursor of the page before, or leave after out.',
      })
    }
    const now = deps.clock.now()
    const { items, hasMore } = found
    return {
      data: items.map((each) => {
        const { spool } = asOf(each.spool, now, deps.hashes)
        return listedDiscrepancy(spool, each.discrepancy, viewerOf(spool, principal))
      }),
      nextCursor: hasMore ? (items.at(-1)?.discrepancy.id ?? null) : null,
    }
  }
}
