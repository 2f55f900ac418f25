import { type nameSpools, wholeAccountOf } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SpoolDeps } from '../../deps.ts'
import { sideOf } from '../../domain/model/viewer.ts'
import { namesOfSpools, type SpoolName } from '../../store/lists/spool-search.ts'

/** The titles and the parties of Spools of the account; the others are left out. */
export function handleNameSpools({ pool }: Pick<SpoolDeps, 'pool'>): Handler<typeof nameSpools> {
  return async ({ spoolIds }, { principal }) => {
    const accountId = wholeAccountOf(principal)
    const found = accountId === null ? [] : await namesOfSpools(pool, accountId, spoolIds)
    return {
      spools: found.map(({ id, title, parties }) => ({
        id,
        title,
        buyer: nameOn('buyer', parties),
        provider: nameOn('provider', parties),
      })),
    }
  }
}

function nameOn(side: 'buyer' | 'provider', parties: SpoolName['parties']): string {
  const party = parties.find(({ role }) => sideOf(role as Parameters<typeof sideOf>[0]) === side)
  return party?.displayName ?? ''
}
