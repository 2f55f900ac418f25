import { planWorkOf } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { changed, endOf, idsOfEachTest, type Made, made } from '../testing/made-commits.ts'
import { testPool } from '../testing/test-pool.ts'
import { commitSpools } from './commit-spool.ts'
import type { SpoolCommit } from './spool-commit.ts'

const pool = await testPool()
idsOfEachTest()

let last = 0
const next = () => (last += 1)

function deliveries(count: number): Made[] {
  return Array.from({ length: count }, () => made(next()))
}

function endsOf(commits: readonly Made[]): SpoolCommit[] {
  return commits.map((commit) => changed(next(), commit.spool, endOf(commit)))
}

async function workOf(wave: readonly SpoolCommit[]) {
  const works = await planWorkOf(pool, (explaining) => commitSpools(explaining, wave))
  expect(works).toHaveLength(1)
  return works[0]
}

test('a wave of new Spools, one of ends and one of both hold no commit against the others', async () => {
  const first = deliveries(40)
  expect(await workOf(first)).toMatchObject({ pairsInVain: 0, scannedTables: [] })
  const second = deliveries(40)
  const both = [...endsOf(first), ...second]
  expect(await workOf(both)).toMatchObject({ pairsInVain: 0, scannedTables: [] })
  expect(await workOf(endsOf(second))).toMatchObject({ pairsInVain: 0, scannedTables: [] })
})

test('a run that ends is found by its id, not among those that were open before', async () => {
  const before = deliveries(300)
  await commitSpools(pool, before)
  await commitSpools(pool, endsOf(before))
  const open = deliveries(2)
  await commitSpools(pool, open)
  expect((await workOf(endsOf(open)))?.indexes).toEqual(
    expect.not.arrayContaining(['verification_process_open']),
  )
})
