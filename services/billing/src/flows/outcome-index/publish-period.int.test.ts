import { MortalProcess } from '@outturn/testkit'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { BillingDeps } from '../../deps.ts'
import { handlePublishOutcomeIndex } from '../../handlers/outcome-index/publish-outcome-index.ts'
import { handleReadOutcomeIndex } from '../../handlers/outcome-index/read-outcome-index.ts'
import { handleSetIndexOptOut } from '../../handlers/outcome-index/set-index-opt-out.ts'
import { onSpoolVerified } from '../../reactions/spool-verified.ts'
import { publishOutcomeIndexes } from '../../sweepers/publish-outcome-index.ts'
import {
  accountId,
  eventId,
  openBilling,
  send,
  testBilling,
  verifiedRun,
} from '../../testing/open-billing.ts'
import { contributeRun } from './contribute-run.ts'

const { open, urlOf } = await testBilling()
const { deps } = open()
const other = open().deps
// The service itself may not change what was published.
const owner = openBilling(urlOf('outturn_billing_owner'))
afterAll(() => owner.close())

const due = new Date('2026-11-04T00:00:00.000Z')
const at = (day: string) => `2026-${day}T12:00:00.000Z`
const read = (period?: string) => send(handleReadOutcomeIndex(deps), period === undefined ? {} : { period })

beforeEach(async () => {
  await owner.deps.pool.query('truncate index_contribution, index_opt_out, index_publication')
})

/** First runs of Spools of this account, each told twice. */
async function verify(account: string, count: number, { day = '10-05', run = 1, by = deps } = {}) {
  for (let index = 0; index < count; index += 1) {
    const facts = { at: at(day), run, checkers: ['row_count'], isLast: true as const }
    const verified = verifiedRun(`${account} ${day} ${index}`, accountId(account), facts)
    await contributeRun(by, verified)
    await contributeRun(by, verified)
  }
}

test('a month is published once, by whichever process comes first, and never changes', async () => {
  for (const account of ['a', 'b', 'c']) await verify(account, 5)
  expect((await read()).window).toBeNull()
  const published = await Promise.all([publishOutcomeIndexes(deps, due), publishOutcomeIndexes(other, due)])
  expect(published.toSorted((a, b) => a - b)).toEqual([0, 1])
  const document = await read('2026-10')
  expect(document).toMatchObject({
    window: { from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' },
    rows: [{ deliverable_type: 'dataset', runs: 15, pass_bp: 10_000, median_runs_to_terminal: 1 }],
    suppressed_cells: 0,
  })
  // What comes late is of no period, and of the next one only what happened in it.
  await verify('d', 10)
  await verify('d', 3, { day: '11-07' })
  await publishOutcomeIndexes(deps, new Date('2026-12-04T00:00:00.000Z'))
  expect(await read()).toMatchObject({ rows: [], suppressed_cells: 5 })
  expect(await read('2026-10')).toEqual(document)
  await expect(read('2026-09')).rejects.toMatchObject({ code: 'not_found' })
  const rest = await deps.pool.query('select from index_contribution')
  expect(rest.rowCount).toBe(0)
})

test('only first runs count, and none of an account that opted out from then on', async () => {
  await verify('a', 5)
  const optOut = handleSetIndexOptOut(deps)
  await send(optOut, { accountId: accountId('a'), isOptedOut: true })
  await verify('a', 5, { day: '10-06' })
  await verify('b', 5, { run: 2 })
  const { rows } = await deps.pool.query('select at from index_contribution')
  expect(rows).toHaveLength(5)
  await send(optOut, { accountId: accountId('a'), isOptedOut: false })
  await verify('a', 1, { day: '10-07' })
  expect((await deps.pool.query('select from index_contribution')).rowCount).toBe(6)
})

test('a run is charged and counted with the same event, and the demo environment counts none', async () => {
  const context = { id: eventId('index'), attempt: 1, now: due, traceContext: {} }
  const run = verifiedRun('index', accountId('index'), { run: 1, checkers: ['row_count'] })
  await onSpoolVerified({ ...deps, environment: 'demo' }).handle(run, { ...context, id: eventId('demo') })
  expect((await deps.pool.query('select from index_contribution')).rowCount).toBe(0)
  await onSpoolVerified(deps).handle(run, context)
  expect((await deps.pool.query('select from index_contribution')).rowCount).toBe(1)
})

test('an operator ends a period early; the rest of its month is another one', async () => {
  const publish = (now: Date) => send(handlePublishOutcomeIndex(deps), {}, { now })
  const early = new Date('2026-10-10T00:00:00.000Z')
  await expect(publish(early)).rejects.toMatchObject({ options: { reason: 'nothing_to_publish' } })
  for (const account of ['a', 'b', 'c']) await verify(account, 5)
  const first = await publish(early)
  expect([first.period, first.document.rows.length]).toEqual(['2026-10.1', 1])
  await expect(publish(early)).rejects.toMatchObject({ options: { reason: 'nothing_to_publish' } })
  await publishOutcomeIndexes(deps, due)
  expect(await read('2026-10')).toMatchObject({ window: { from: early.toISOString() }, rows: [] })
  expect(await read('2026-10.1')).toEqual(first.document)
})

test('accounts count towards a row from seven days of age on, and not where they are unknown', async () => {
  for (const account of ['a', 'b', 'c']) await verify(account, 5)
  const opened = new Map(['a', 'b'].map((account) => [accountId(account), new Date(0)]))
  const published = (by: Partial<BillingDeps>) => publishOutcomeIndexes({ ...deps, ...by }, due)
  await published({ openedAt: async () => opened })
  expect(await read()).toMatchObject({ rows: [], suppressed_cells: 5 })
})

test('wherever its process ends, a period is published whole and once, and no run is lost', async () => {
  let instructions = Number.POSITIVE_INFINITY
  for (let endsAfter = 1; endsAfter <= instructions; endsAfter += 1) {
    await owner.deps.pool.query('truncate index_contribution, index_publication')
    for (const account of ['a', 'b', 'c']) await verify(account, 4)
    const process = new MortalProcess(endsAfter)
    const mortal = open({ seen: (pool) => process.pool(pool) }).deps
    await publishOutcomeIndexes(mortal, due).catch((error: unknown) => {
      if (!process.hasEnded) throw error
    })
    if (!process.hasEnded) instructions = 0
    await publishOutcomeIndexes(deps, due)
    const { rows } = await deps.pool.query<{ document: string }>('select document from index_publication')
    expect(rows.map(({ document }) => JSON.parse(document).rows.length)).toEqual([1])
    expect((await deps.pool.query('select from index_contribution')).rowCount).toBe(0)
  }
})
