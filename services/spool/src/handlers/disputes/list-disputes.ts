import type { listDisputes } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { isOpenDispute } from '../../domain/model/casework/dispute.ts'
import { listedDisputes } from '../../domain/listing/listed-disputes.ts'
import type { ListDeps } from '../../flows/current-spool.ts'
import { searchOwnSpools } from '../../flows/search-own-spools.ts'

export function handleListDisputes(deps: ListDeps): Handler<typeof listDisputes> {
  return async ({ limit, after, isOpen }, { principal }) => {
    const onlyOpen = isOpen === true
    const pattern = { disputes: [onlyOpen ? { closedAt: null } : {}] }
    const { data, nextCursor } = await searchOwnSpools(deps, principal, {
      limit,
      after: after ?? null,
      filter: { pattern, party: null, from: null, before: null },
      itemsOf: (spool, viewer) =>
        listedDisputes(spool, viewer).filter((dispute) => !onlyOpen || isOpenDispute(dispute)),
    })
    return { data: [...data], nextCursor }
  }
}
