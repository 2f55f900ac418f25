import { takesInOrder } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { chainHistory, emptyHistory } from '../domain/model/history.ts'
import type { Agreement, Spool } from '../domain/model/spool.ts'
import {
  at,
  bodyDigest,
  changed,
  command,
  endOf,
  hexOf,
  idsOfEachTest,
  type Made,
  made,
  originsOf,
  uuidOf,
} from '../testing/made-commits.ts'
import { testPool } from '../testing/test-pool.ts'
import { commitSpools } from './commit-spool.ts'
import { runState } from './process-store.ts'
import { contentsWithin } from './run-contents.ts'
import type { SpoolCommit } from './spool-commit.ts'
import { historyPage } from './spool-pages.ts'
import { findSpool } from './spool-store.ts'

const pool = await testPool()
idsOfEachTest()
const origins = Object.entries(originsOf)

/** How many rows each table holds of a Spool, and what its state says. */
async function rowsOf({ id }: Spool) {
  const { rows } = await pool.query(
    `select version, standing ->> 'runs' as runs,
       (select count(*)::int from spool_history where spool_id = $1) as history,
       (select count(*)::int from evidence where spool_id = $1) as evidence,
       (select count(*)::int from evidence_content where spool_id = $1) as contents,
       (select count(*)::int from outbox) as outbox
     from spool where id = $1`,
    [id],
  )
  return rows[0]
}

test('a batch claims each command once, even when the batch holds it twice', async () => {
  const first = made(1)
  const second = made(2)
  expect(await commitSpools(pool, [first, second, first])).toEqual(['won', 'won', 'already_done'])
  expect(await commitSpools(pool, [second, made(3)])).toEqual(['already_done', 'won'])
})

function heldContents({ spool, evidence }: SpoolCommit, room = { each: 1_000_000, total: 1_000_000 }) {
  const keys = evidence?.contents.map(({ digest }) => digest) ?? []
  return contentsWithin(pool, spool.id, ['f'.repeat(64), ...keys], room)
}

test('claims that race have exactly one winner, and what the losers brought is not there', async () => {
  const contenders = Array.from({ length: 20 }, () => made(1))
  const results = await Promise.all(contenders.map((commit) => commitSpools(pool, [commit])))
  expect(results.flat().filter((result) => result === 'won')).toHaveLength(1)
  expect(await heldContents(contenders[0] as SpoolCommit)).toHaveLength(1)
})

test('a new Spool is read back as it was written', async () => {
  const commit = made(7)
  await commitSpools(pool, [commit])
  const found = await findSpool(pool, commit.spool.shareId, 'production')
  expect(found?.spool).toEqual(commit.spool)
  expect(found?.evidence).toEqual(commit.evidence?.items)
  expect(Buffer.from(found?.salt as Uint8Array)).toEqual(Buffer.from(commit.salt))
  expect((await historyPage(pool, commit.spool.id, 0)).items).toEqual(commit.history)
  expect(await heldContents(commit)).toEqual(commit.evidence?.contents)
  expect(await heldContents(commit, { each: 1_000_000, total: 1 })).toEqual([])
  expect(await heldContents(commit, { each: 1, total: 1_000_000 })).toEqual([])
})

test.each(origins)('a change of origin %s writes all of its rows', async (_kind, originOf) => {
  const first = made(1)
  await commitSpools(pool, [first])
  const change = changed(2, first.spool, originOf(2, first))
  expect(await commitSpools(pool, [change])).toEqual(['won'])
  expect(await rowsOf(first.spool)).toMatchObject({
    version: 2,
    runs: '2',
    history: 2,
    evidence: 2,
    contents: 2,
  })
  const { rows } = await pool.query('select 1 from outbox where id = $1', [uuidOf(2)])
  expect(rows).toHaveLength(1)
})

test.each(origins)(
  'a change of origin %s of a Spool that moved on writes nothing',
  async (_kind, originOf) => {
    const first = made(1)
    await commitSpools(pool, [first])
    const stale = changed(2, { ...first.spool, version: 5 }, originOf(2, first))
    const before = await rowsOf(first.spool)
    expect(await commitSpools(pool, [stale])).toEqual(['version_conflict'])
    expect(await rowsOf(first.spool)).toEqual(before)
    expect(await runState(pool, first.opens.runId)).toEqual({ state: 'requested', verifiedRun: null })
    // Nothing of its origin is recorded either: decided on the right version, it is the first.
    expect(await commitSpools(pool, [changed(3, first.spool, originOf(2, first))])).toEqual(['won'])
  },
)

test.each(origins.filter(([kind]) => kind !== 'timer'))(
  'a second change of the same %s writes nothing',
  async (_kind, originOf) => {
    const first = made(1)
    await commitSpools(pool, [first])
    const change = changed(2, first.spool, originOf(2, first))
    await commitSpools(pool, [change])
    const again = changed(3, change.spool, originOf(2, first))
    const before = await rowsOf(first.spool)
    expect(await commitSpools(pool, [again])).toEqual(['already_done'])
    expect(await rowsOf(first.spool)).toEqual(before)
  },
)

test('one batch holds every kind of commit, and each is answered for itself', async () => {
  const [byCommand, byEvent, byRun, byTimer, ended, stale] = [1, 2, 3, 4, 5, 6].map(made) as [
    Made,
    Made,
    Made,
    Made,
    Made,
    Made,
  ]
  await commitSpools(pool, [byCommand, byEvent, byRun, byTimer, ended, stale])
  const end = changed(15, ended.spool, endOf(ended))
  await commitSpools(pool, [end])
  const batch = [
    made(7),
    changed(11, byCommand.spool, originsOf.command(11, byCommand)),
    changed(12, byEvent.spool, originsOf.event(12, byEvent)),
    changed(13, byRun.spool, endOf(byRun)),
    changed(14, byTimer.spool, { kind: 'timer' }),
    changed(16, end.spool, endOf(ended)),
    changed(17, { ...stale.spool, version: 9 }, originsOf.command(17, stale)),
    byCommand,
  ]
  expect(await commitSpools(pool, batch)).toEqual([
    'won',
    'won',
    'won',
    'won',
    'won',
    'already_done',
    'version_conflict',
    'already_done',
  ])
  expect(await rowsOf(ended.spool)).toMatchObject({ version: 2, history: 2 })
  expect(await rowsOf(byTimer.spool)).toMatchObject({ version: 2, history: 2 })
})

test('two changes of one Spool in one batch, decided on the same version, have one winner', async () => {
  const first = made(1)
  await commitSpools(pool, [first])
  const changes = [2, 3].map((n) => changed(n, first.spool, originsOf.command(n, first)))
  expect(await commitSpools(pool, changes)).toEqual(['won', 'version_conflict'])
  expect(await rowsOf(first.spool)).toMatchObject({ version: 2, runs: '2', history: 2 })
})

test('batches that share Spools in opposite orders all end', async () => {
  const spools = [1, 2, 3, 4, 5, 6].map(made)
  await commitSpools(pool, spools)
  const changes = (from: number) =>
    spools.map(({ spool }, n) => changed(from + n, spool, command(from + n, { reply: '{}' })))
  const results = await Promise.all([
    commitSpools(pool, changes(20)),
    commitSpools(pool, changes(40).toReversed()),
    commitSpools(pool, changes(60)),
  ])
  expect(results.flat().filter((result) => result === 'won')).toHaveLength(spools.length)
})

const madeCommand = (n: number) => ({
  text: `insert into command_log (command_id, command, body_digest, is_kept, created_at)
    values ($1, 'spool.test', $2, false, now())`,
  values: [`cmd_${hexOf(n)}`, bodyDigest],
})
const heardEvent = (n: number) => ({ text: 'insert into inbox (event_id) values ($1)', values: [uuidOf(n)] })

test('a batch records its commands in the order of their ids, as others do that have some of them too', async () => {
  const rows = { first: madeCommand(1), second: madeCommand(2) }
  const batch = [made(2), made(1)]
  expect(await takesInOrder(pool, rows, () => commitSpools(pool, batch))).toEqual(['won', 'won'])
})

test('a batch records its events in the order of their ids, as others do that have some of them too', async () => {
  const [one, two] = [made(1), made(2)]
  await commitSpools(pool, [one, two])
  const batch = [
    changed(12, one.spool, originsOf.event(12, one)),
    changed(11, two.spool, originsOf.event(11, two)),
  ]
  const rows = { first: heardEvent(11), second: heardEvent(12) }
  expect(await takesInOrder(pool, rows, () => commitSpools(pool, batch))).toEqual(['won', 'won'])
})

test('a page has at most a thousand entries of a history, however short they are', async () => {
  const first = made(1)
  const entry = { type: 'spool.changed', at, actor: { party_id: null, kind: 'service' }, data: {} } as const
  const entries = Array.from({ length: 1_001 }, (_, n) => ({ ...entry, id: `evt_${hexOf(n)}` }))
  const { chained } = chainHistory(emptyHistory, entries, () => '')
  await commitSpools(pool, [{ ...first, history: chained }])
  const page = await historyPage(pool, first.spool.id, 0)
  expect([page.items.length, page.hasMore]).toEqual([1_000, true])
  expect(await historyPage(pool, first.spool.id, 1_000)).toMatchObject({
    items: [{ seq: 1_001 }],
    hasMore: false,
  })
})

test('an account that takes its place as a party finds the Spool in its list', async () => {
  const first = made(1)
  await commitSpools(pool, [first])
  const party = { partyId: 'pty_1', accountId: 'acc_000000000000000000000002' }
  const change = changed(2, first.spool, originsOf.command(2, first))
  const agreement = { ...first.spool.agreement, parties: [party] } as unknown as Agreement
  await commitSpools(pool, [{ ...change, spool: { ...change.spool, agreement } }])
  const { rows } = await pool.query('select account_id from spool_account where spool_id = $1', [
    first.spool.id,
  ])
  expect(rows).toEqual([{ account_id: party.accountId }])
  expect((await findSpool(pool, first.spool.id, 'production'))?.spool.agreement).toEqual(agreement)
})

test('a run is ended once, however many drivers end it at the same moment', async () => {
  const first = made(1)
  await commitSpools(pool, [first])
  const results = await Promise.all(
    [2, 3, 4].map((n) => commitSpools(pool, [changed(n, first.spool, endOf(first, `{"n":${n}}`))])),
  )
  expect(results.flat().filter((result) => result === 'won')).toHaveLength(1)
  expect(await rowsOf(first.spool)).toMatchObject({ version: 2, history: 2, evidence: 2 })
})

test('the runtime role can neither change nor delete evidence, content or history', async () => {
  for (const table of ['evidence', 'evidence_content', 'spool_history']) {
    await expect(pool.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
    await expect(pool.query(`update ${table} set spool_id = 'x'`)).rejects.toMatchObject({ code: '42501' })
  }
})
