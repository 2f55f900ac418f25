import { accountOf, forbidden, invalid, type Principal } from '@outturn/contracts'
import { asOf } from '../domain/lifecycle/as-of.ts'
import type { Spool } from '../domain/model/spool.ts'
import { mayList, type Viewer, viewerOf } from '../domain/model/viewer.ts'
import { searchSpools, type SpoolFilter } from '../store/lists/spool-listing.ts'
import type { ListDeps } from './current-spool.ts'

/** Searches of the store for one page. */
export const maxSearches = 4
/** Spools that a search loads at most. */
const spoolsInSearch = 100

type Wanted<Item> = {
  readonly limit: number
  readonly after: string | null
  readonly filter: SpoolFilter
  /** What the list has of a Spool as of now. */
  readonly itemsOf: (spool: Spool, viewer: Viewer, now: Date) => readonly Item[]
}

type OwnPage<Item> = { readonly data: readonly Item[]; readonly nextCursor: string | null }

/**
 * One page of a list over the Spools of the caller's account, the newest Spool first. It ends with the Spool by which `limit` items are
 * reached, or after a bounded search: then the cursor says where to go on, also where nothing was found so far.
 */
export async function searchOwnSpools<Item>(
  deps: ListDeps,
  principal: Principal,
  { limit, after, filter, itemsOf }: Wanted<Item>,
): Promise<OwnPage<Item>> {
  const accountId = accountOf(principal)
  const isBound = 'spoolId' in principal && principal.spoolId !== undefined
  if (accountId === null || isBound || !mayList(principal)) {
    throw forbidden('Only an account lists its Spools.', {
      remediation: 'Read the Spool that the key is bound to by its id.',
    })
  }
  const now = deps.clock.now()
  const data: Item[] = []
  let cursor = after
  for (let searches = 0; searches < maxSearches; searches += 1) {
    const search = { filter, after: cursor, limit: spoolsInSearch, now }
    const found = await deps.pageMutex.run(accountId, () =>
      searchSpools(deps.pool, accountId, search, deps.environment),
    )
    if (found === null) throw unknownCursor()
    for (const [index, stored] of found.items.entries()) {
      const { spool } = asOf(stored, now, deps.hashes)
      data.push(...itemsOf(spool, viewerOf(spool, principal), now))
      const isLast = index === found.items.length - 1 && found.nextAfter === null
      if (data.length >= limit) return { data, nextCursor: isLast ? null : spool.id }
    }
    cursor = found.nextAfter
    if (cursor === null) break
  }
  return { data, nextCursor: cursor }
}

function unknownCursor() {
  return invalid('after', 'after names no Spool of yours.', {
    remediation: 'Send the cursor of the page before, or leave after out.',
  })
}
