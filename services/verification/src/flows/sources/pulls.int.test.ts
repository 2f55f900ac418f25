import {
  pauseSource,
  readSource,
  readSourceActivity,
  resumeSource,
  type SourceRequest,
  syncSource,
  testSource,
  unavailable,
} from '@outturn/contracts'
import { onPool, type Pool } from '@outturn/postgres'
import { createDatabase } from '@outturn/postgres/typed'
import { createLog, randomIds } from '@outturn/service'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FetchDocument, FetchedDocument } from '../../adapters/document-fetcher.ts'
import { createSourceSecrets } from '../../adapters/source-secrets.ts'
import type { FactTarget } from '../../domain/facts/fact-target.ts'
import { findCurrentFacts } from '../../store/facts/fact-queries.ts'
import type { Tables } from '../../store/tables.ts'
import { buyer, openSourceLab, provider, type SourceLab, spoolId } from '../../testing/source-lab.ts'
import { createSyncRunner, type SyncRunner } from './run-syncs.ts'

const start = new Date('2026-02-01T12:00:00.000Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
const url = 'https://shop.example/orders'
let lab: SourceLab
let pool: Pool
let now = start
/** Addresses that were asked for, with their headers and ETag. */
let asked: Parameters<FetchDocument>[0][] = []
let answer: (request: Parameters<FetchDocument>[0]) => FetchedDocument | Promise<FetchedDocument>

beforeAll(async () => {
  lab = await openSourceLab(start)
  pool = lab.open.pool
})
afterAll(() => lab.stop())
beforeEach(async () => {
  await pool.query("update source set next_sync_at = null, status = 'paused'")
  asked = []
  at(start)
})

function at(time: Date): void {
  now = time
  lab.clock.set(time)
}

/** A replica that fetches by `answer`. */
function replica(): SyncRunner {
  const target: FactTarget = { spoolId, buyer, provider, takesFacts: true }
  return createSyncRunner({
    clock: { now: () => now },
    ids: randomIds,
    pool,
    db: createDatabase<Tables>(pool),
    sides: { targets: async () => new Map([[spoolId, target]]) },
    secrets: createSourceSecrets('k'.repeat(32)),
    fetchDocument: async (request) => {
      asked.push(request)
      return answer(request)
    },
    random: () => 0.5,
    log: createLog('verification', { level: 'silent' }),
  })
}

async function sweep(runner = replica()): Promise<void> {
  await runner.sweep(now)
  await runner.settled()
}

const page = (rows: [string, number][], next?: string): FetchedDocument => ({
  body: Buffer.from(
    JSON.stringify({ rows: rows.map(([s, v]) => ({ s, p: 'sold', v, t: 1_769_900_000 })), next }),
  ),
  etag: '"v1"',
})

type Registered = Partial<NonNullable<SourceRequest['pull']>> & { mapping?: SourceRequest['mapping'] }
async function registered({ mapping, ...pull }: Registered = {}, accountId = provider): Promise<string> {
  const { sourceId } = await lab.register(accountId, {
    kind: 'pull_http',
    signing: undefined as never,
    mapping: mapping ?? { subject: '/s', predicate: '/p', value: '/v', occurred_at: '/t', items: '/rows' },
    pull: { url, interval_seconds: 60, ...pull },
  })
  return sourceId
}
const cursor = { cursor: { pointer: '/next', parameter: 'after' } }
const read = (sourceId: string) =>
  lab.gateway.request(readSource, { accountId: provider, sourceId }, lab.as(provider))
const valuesOf = async (sourceId: string) =>
  (await findCurrentFacts(onPool(pool), spoolId, [sourceId])).map(({ values }) => [
    values.subject,
    values.value,
  ])
const syncsOf = async (sourceId: string) =>
  (
    await pool.query(
      'select status, facts_created, error from source_sync where source_id = $1 order by started_at',
      [sourceId],
    )
  ).rows

test('a source is fetched page by page when it is due, with its headers, and again after its interval', async () => {
  const sourceId = await registered({ ...cursor, headers: { Authorization: 'Bearer secret' } })
  const { rows } = await pool.query('select sealed_headers, pull from source where source_id = $1', [
    sourceId,
  ])
  expect(JSON.stringify(rows)).not.toContain('secret')
  answer = ({ url: page2 }) =>
    page2 === url
      ? page(
          [
            ['A', 1],
            ['B', 2],
          ],
          'p 2',
        )
      : page([['C', 3]])
  await sweep()
  expect(asked.map((each) => [each.url, each.headers, each.etag])).toEqual([
    [url, { Authorization: 'Bearer secret' }, null],
    [`${url}?after=p+2`, { Authorization: 'Bearer secret' }, null],
  ])
  expect(await valuesOf(sourceId)).toEqual([
    ['A', 1],
    ['B', 2],
    ['C', 3],
  ])
  const [fact] = await findCurrentFacts(onPool(pool), spoolId, [sourceId])
  expect(fact).toMatchObject({ provenance: 'service_fetched', isSelfAsserted: false, webhookId: null })
  expect(await read(sourceId)).toMatchObject({
    facts: 3,
    pull: { has_headers: true },
    last_sync: { status: 'completed', facts_created: 3 },
    failure: null,
  })
  at(later(59))
  await sweep()
  expect(asked).toHaveLength(2)
  at(later(60))
  answer = ({ url: page2 }) => (page2 === url ? page([['A', 9]], 'p 2') : page([['C', 3]]))
  await sweep()
  expect(await valuesOf(sourceId)).toEqual([
    ['B', 2],
    ['C', 3],
    ['A', 9],
  ])
})

test('the list of a page is found by the pointer of the pull, and a payload is tried the same way', async () => {
  const sourceId = await registered({
    ...{ ...cursor, items: '/page/a~1b' },
    mapping: { subject: '/s', predicate: '//page/said', value: '/v' },
  })
  const body = (rows: unknown, next?: string) => JSON.stringify({ page: { 'a/b': rows, said: 'sold' }, next })
  const first = [
    { s: 'A', v: 1 },
    { s: '', v: 2 },
  ]
  answer = ({ url: asking }) => ({
    body: Buffer.from(asking === url ? body(first, '2') : body([{ s: 'B', v: 3 }])),
    etag: null,
  })
  await sweep()
  expect(await valuesOf(sourceId)).toEqual([
    ['A', 1],
    ['B', 3],
  ])
  expect(await read(sourceId)).toMatchObject({
    pull: { items: '/page/a~1b' },
    rejections: [{ code: 'unmappable_value', pointer: '/s' }],
  })
  const tried = (text: string) =>
    lab.gateway.request(testSource, { accountId: provider, sourceId, text }, lab.as(provider))
  expect(await tried(body(first))).toMatchObject({
    facts: [{ subject: 'A', predicate: 'sold', value: 1 }],
    rejected: [{ index: 1, code: 'unmappable_value', pointer: '/s' }],
  })
  expect((await refusalOfPending(tried(body({})))).options.field).toBe('pull.items')
})

test('an unchanged document is not read again', async () => {
  const sourceId = await registered()
  answer = ({ etag }) => (etag === null ? page([['A', 1]]) : { isUnchanged: true })
  await sweep()
  at(later(60))
  await sweep()
  expect(asked.map(({ etag }) => etag)).toEqual([null, '"v1"'])
  expect(await read(sourceId)).toMatchObject({
    facts: 1,
    last_sync: { status: 'completed', facts_created: 0 },
  })
})

test('a source that fails is asked later each time, fails after five, and works again after the first good answer', async () => {
  const sourceId = await registered()
  const waits: number[] = []
  answer = () => ({ failure: 'blocked_address' })
  for (let failed = 0; failed < 5; failed += 1) {
    expect((await read(sourceId)).status).toBe('active')
    await sweep()
    const { rows } = await pool.query<{ next_sync_at: Date }>(
      'select next_sync_at from source where source_id = $1',
      [sourceId],
    )
    const next = rows[0]?.next_sync_at ?? now
    waits.push((next.getTime() - now.getTime()) / 1_000)
    at(next)
  }
  expect(waits).toEqual([120, 240, 480, 960, 1_920])
  expect(await read(sourceId)).toMatchObject({
    status: 'failing',
    failure: { code: 'blocked_address', count: 5 },
    last_sync: { status: 'failed', error: 'blocked_address' },
  })
  answer = () => page([['A', 1]])
  await sweep()
  expect(await read(sourceId)).toMatchObject({ status: 'active', failure: null, facts: 1 })
})

test.each([
  ['no JSON', () => ({ body: Buffer.from('<html>'), etag: null }), 'invalid_json'],
  ['no list', () => ({ body: Buffer.from('{"rows":{}}'), etag: null }), 'unmappable_value'],
  ['nothing that maps', () => ({ body: Buffer.from('{"rows":[{"s":""}]}'), etag: null }), 'unmappable_value'],
  ['another status', () => ({ failure: 'status_500' }), 'status_500'],
] as [string, typeof answer, string][])('an answer with %s fails the sync: %s', async (_, wrong, error) => {
  const sourceId = await registered()
  answer = wrong
  await sweep()
  expect(await syncsOf(sourceId)).toEqual([{ status: 'failed', facts_created: 0, error }])
})

test('pages end after 50, and where a cursor comes again', async () => {
  await registered(cursor)
  let pages = 0
  answer = () => page([['A', 1]], `p${(pages += 1)}`)
  await sweep()
  expect(asked).toHaveLength(50)
  await pool.query("update source set status = 'paused'")
  await registered(cursor)
  asked = []
  answer = () => page([['A', 1]], 'same')
  await sweep()
  expect(asked).toHaveLength(2)
})

test('one sync is worked on by one of two replicas, and by the other once the first has ended in the middle of it', async () => {
  const sourceId = await registered(cursor)
  const [first, second] = [replica(), replica()]
  let release = (_: FetchedDocument) => {}
  answer = ({ url: page2 }) =>
    page2 === url ? page([['A', 1]], 'p2') : new Promise<FetchedDocument>((resolve) => (release = resolve))
  await first.sweep(now)
  await expect.poll(() => asked.length).toBe(2)
  await second.sweep(now)
  await second.settled()
  expect(asked).toHaveLength(2)
  at(later(61))
  const stuck = release
  answer = async ({ url: page2 }) => {
    if (page2 === url) return page([['A', 1]], 'p2')
    // The first one goes on while the other one works.
    stuck(page([['B', 7]]))
    await first.settled()
    return page([['B', 2]])
  }
  await sweep(second)
  expect(await valuesOf(sourceId)).toEqual([
    ['A', 1],
    ['B', 2],
  ])
  expect(await syncsOf(sourceId)).toEqual([{ status: 'completed', facts_created: 2, error: null }])
  expect((await read(sourceId)).facts).toBe(2)
})

test('what a source says to the replica that goes on with a sync counts, not what it said to the one that ended', async () => {
  const sourceId = await registered(cursor)
  const ended = replica()
  answer = ({ url: page2 }) =>
    page2 === url
      ? page(
          [
            ['A', 1],
            ['B', 1],
          ],
          'p2',
        )
      : new Promise<FetchedDocument>(() => undefined)
  await ended.sweep(now)
  await expect.poll(() => asked.length).toBe(2)
  at(later(61))
  answer = ({ url: page2 }) =>
    page2 === url
      ? page(
          [
            ['B', 2],
            ['A', 5],
          ],
          'p2',
        )
      : page([['C', 3]])
  await sweep()
  expect(Object.fromEntries(await valuesOf(sourceId))).toEqual({ A: 5, B: 2, C: 3 })
  expect(await syncsOf(sourceId)).toMatchObject([{ status: 'completed', error: null }])
})

test('of syncs within one second the one that was started last counts', async () => {
  const sourceId = await registered()
  for (const value of [1, 2, 3, 4, 5, 6, 7, 8]) {
    answer = () => page([['A', value]])
    await sweep()
    const owned = { accountId: provider, sourceId }
    await lab.gateway.request(syncSource, owned, lab.as(provider))
  }
  await sweep()
  expect(await valuesOf(sourceId)).toEqual([['A', 8]])
})

test('a fetcher that does not answer is no fault of the source: its sync goes on when it does', async () => {
  const sourceId = await registered()
  answer = () => {
    throw unavailable('The fetcher is not there.')
  }
  await sweep()
  expect(await read(sourceId)).toMatchObject({ failure: null, last_sync: { status: 'running' } })
  at(later(61))
  answer = () => page([['A', 1]])
  await sweep()
  expect(await syncsOf(sourceId)).toEqual([{ status: 'completed', facts_created: 1, error: null }])
})

test('a sync on request is one at a time, and there is none of a source that sends deliveries or is paused', async () => {
  const sourceId = await registered()
  answer = () => page([['A', 1]])
  await sweep()
  at(later(1))
  const sync = (id = sourceId) =>
    lab.gateway.request(syncSource, { accountId: provider, sourceId: id }, lab.as(provider))
  const started = await sync()
  expect(started).toEqual({ sync_id: expect.stringMatching(/^syn_/), status: 'running', facts_created: 0 })
  expect(await sync()).toEqual(started)
  await sweep()
  expect((await read(sourceId)).last_sync).toMatchObject({ sync_id: started.sync_id, status: 'completed' })
  const recent = { accountId: provider, sourceId, limit: 1 }
  expect(await lab.gateway.request(readSourceActivity, recent, lab.as(provider))).toMatchObject({
    ...{ deliveries: [], syncs: [{ sync_id: started.sync_id, status: 'completed' }] },
  })
  at(later(2))
  expect((await sync()).sync_id).not.toBe(started.sync_id)
  const { sourceId: webhook } = await lab.register(provider)
  expect((await refusalOfPending(sync(webhook))).options.reason).toBe('not_pullable')
  const change = (command: typeof pauseSource) =>
    lab.gateway.request(command, { accountId: provider, sourceId }, lab.as(provider))
  await change(pauseSource)
  expect((await refusalOfPending(sync())).options.reason).toBe('source_paused')
  await sweep()
  expect((await read(sourceId)).last_sync).toMatchObject({ status: 'failed', error: 'source_paused' })
  at(later(3))
  await change(resumeSource)
  await sweep()
  expect((await read(sourceId)).last_sync).toMatchObject({ status: 'completed' })
})

test('a sync that meets a fault at every attempt ends after ten minutes, and the next one is due', async () => {
  const sourceId = await registered()
  answer = () => {
    throw new Error('a fault of this service')
  }
  await sweep()
  expect(await syncsOf(sourceId)).toMatchObject([{ status: 'running' }])
  at(later(601))
  await sweep()
  expect(await syncsOf(sourceId)).toMatchObject([{ status: 'failed', error: 'service_unavailable' }])
  expect(await read(sourceId)).toMatchObject({ status: 'active', failure: null })
})

test('of one account two syncs are worked on at once, so that its slow sources hold up no other account', async () => {
  for (let source = 0; source < 5; source += 1) await registered()
  await registered({}, buyer)
  const answered = Promise.withResolvers<FetchedDocument>()
  answer = () => answered.promise
  const runner = replica()
  await runner.sweep(now)
  await runner.sweep(now)
  const { rows } = await pool.query(
    `select account_id, count(*)::integer as syncs from source_sync join source using (source_id)
     where source_sync.status = 'running' and leased_until > $1 group by 1 order by 1`,
    [now],
  )
  expect(rows).toEqual([
    { account_id: buyer, syncs: 1 },
    { account_id: provider, syncs: 2 },
  ])
  answered.resolve(page([['A', 1]]))
  await runner.settled()
  await sweep(runner)
  await sweep(runner)
  expect((await pool.query("select from source_sync where status = 'running'")).rowCount).toBe(0)
})
