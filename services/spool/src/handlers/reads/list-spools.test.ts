import { setImmediate as endOfTurn } from 'node:timers/promises'
import { createKeyedMutex } from '@outturn/concurrency'
import type { Principal } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import { expect, test } from 'vitest'
import type { ListDeps } from '../../flows/current-spool.ts'
import { handleListRecentSpools } from './list-recent-spools.ts'
import { handleListSpools } from './list-spools.ts'

/** Counts the pages that the database is asked for at the same time. */
function countingDeps() {
  let underWay = 0
  let most = 0
  const pool = {
    async query() {
      underWay += 1
      most = Math.max(most, underWay)
      await endOfTurn()
      underWay -= 1
      return { rows: [] }
    },
  }
  const clock = { now: () => new Date(0) }
  const deps = {
    clock,
    environment: 'production',
    pageMutex: createKeyedMutex(),
    pool,
  } as unknown as ListDeps
  return { deps, most: () => most }
}

const contextOf = (accountId: string) => {
  const principal = { kind: 'account', accountId, via: { kind: 'key', scope: 'full' } } as Principal
  return { principal } as CommandContext
}

test('the pages of lists of one account are read one after the other, and those of another account beside them', async () => {
  const { deps, most } = countingDeps()
  const list = (accountId: string) => handleListSpools(deps)({ limit: 100 }, contextOf(accountId))
  const recent = (accountId: string) => handleListRecentSpools(deps)({ limit: 10 }, contextOf(accountId))
  await Promise.all([list('a'), list('a'), recent('a'), list('a'), recent('a')])
  expect(most()).toBe(1)
  await Promise.all([list('a'), recent('b'), list('b'), list('a'), list('c')])
  expect(most()).toBe(3)
})
