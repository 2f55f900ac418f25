import { randomUUID } from 'node:crypto'
import {
  eventStream,
  reactionConsumer,
  redriveDeadLetters,
  spoolVerified,
  type VerifiedRun,
} from '@outturn/contracts'
import {
  appendOutbox,
  claimDueOutbox,
  makeOutboxDue,
  onPool,
  type OutboxRow,
  outboxBacklog,
  outboxRow,
} from '@outturn/postgres'
import { createDatabase, firstTime, inTransaction } from '@outturn/postgres/typed'
import { jetstreamManager } from '@nats-io/jetstream'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime, startTestBus } from '../testing/test-bus.ts'
import type { Bus, BusOptions, Reaction } from '../index.ts'

const system = await startTestBus()
afterAll(() => system.stop())

const [spoolPool, billingPool] = await Promise.all([system.pool('spool'), system.pool('billing')])
const billingDb = createDatabase<{ effect: { run_id: string } }>(billingPool)
const opened: Bus[] = []

beforeEach(async () => {
  await spoolPool.query('delete from outbox')
  await billingPool.query('delete from dead_letter')
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((bus) => bus.drain()))
})

async function connect(service: 'spool' | 'billing', options: Partial<BusOptions> = {}): Promise<Bus> {
  const pool = service === 'spool' ? spoolPool : billingPool
  const bus = await system.connect(service, { pool, retryPausesMs: [1, 1, 1, 1], ...options })
  opened.push(bus)
  return bus
}

/** Committed events, as a service would have written them beside its change. */
async function commit(count: number): Promise<OutboxRow[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const payload: VerifiedRun = {
      runId: `vr_${String(index).padStart(24, '0')}`,
      spoolId: `spl_${'0'.repeat(24)}`,
      accountId: `acc_${'0'.repeat(24)}`,
      receiptId: null,
      at: '2026-01-01T00:00:00.000Z',
      result: 'pass',
      submittedUnits: 1,
      acceptedUnits: 1,
      earnedCents: 495,
      useCase: 'é',
    }
    return outboxRow(
      { environment: 'production', event: spoolVerified, payload },
      { id: randomUUID(), now: new Date('2026-01-01T00:00:00Z') },
    )
  })
  await appendOutbox(onPool(spoolPool), rows)
  return rows
}

/** Counts how often each event really had its effect: the inbox and the count change together or not at all. */
function counting(): { effects: Map<string, number>; handle: Reaction<typeof spoolVerified>['handle'] } {
  const effects = new Map<string, number>()
  return {
    effects,
    async handle(_payload, { id }) {
      const isFirst = await inTransaction(billingDb, (tx) => firstTime(tx, id))
      if (isFirst) effects.set(id, (effects.get(id) ?? 0) + 1)
    },
  }
}

const isFinished = async () => expect((await outboxBacklog(spoolPool)).waiting).toBe(0)

function onceEach(rows: readonly OutboxRow[]): Map<string, number> {
  return new Map(rows.map(({ id }) => [id, 1]))
}

test('an event is finished when its effect is committed, and not before', async () => {
  const relay = (await connect('spool')).startRelay({ pool: spoolPool })
  const release = Promise.withResolvers<void>()
  const started = Promise.withResolvers<VerifiedRun>()
  const billing = await connect('billing')
  billing.react({
    event: spoolVerified,
    async handle(run) {
      started.resolve(run)
      await release.promise
    },
  })
  const [row] = await commit(1)
  relay.publish([row as OutboxRow])
  expect(await started.promise).toEqual(JSON.parse(row?.body ?? ''))
  expect((await outboxBacklog(spoolPool)).waiting).toBe(1)
  release.resolve()
  await vi.waitFor(isFinished, 60_000)
  expect(relay.counters).toEqual({ published: 1, republished: 0, confirmed: 1 })
})

test('an event that no one published after its commit is published by the poll', async () => {
  const { effects, handle } = counting()
  ;(await connect('billing')).react({ event: spoolVerified, handle })
  const relay = (await connect('spool')).startRelay({ pool: spoolPool, pollMs: 20 })
  const rows = await commit(250)
  await makeOutboxDue(spoolPool)
  await vi.waitFor(isFinished, 60_000)
  expect(effects).toEqual(onceEach(rows))
  expect(relay.counters.republished).toBe(250)
})

test('the second repetition of an event falls outside of the time in which the server drops repetitions', async () => {
  const [row] = await commit(1)
  const dueAfterMs = async (since: string) => {
    const due = `select extract(epoch from due_at - ${since}) * 1000 as ms from outbox where id = $1`
    const { rows } = await spoolPool.query<{ ms: string }>(due, [row?.id])
    return Number(rows[0]?.ms)
  }
  const firstMs = await dueAfterMs('created_at')
  await makeOutboxDue(spoolPool)
  expect(await claimDueOutbox(spoolPool, 1)).toHaveLength(1)
  const secondMs = firstMs + (await dueAfterMs('now()'))
  const nats = await system.connectDeployer()
  const { config } = await (await jetstreamManager(nats)).streams.info(eventStream('production'))
  await nats.close()
  const droppedMs = config.duplicate_window / 1_000_000
  expect(firstMs).toBeLessThan(droppedMs)
  // Some seconds more: what is published at a commit may be published a little after it.
  expect(secondMs).toBeGreaterThan(droppedMs + 3_000)
})

test('a paused relay publishes nothing until it resumes', async () => {
  const { effects, handle } = counting()
  ;(await connect('billing')).react({ event: spoolVerified, handle })
  const relay = (await connect('spool')).startRelay({ pool: spoolPool, pollMs: 600_000 })
  relay.pause()
  const rows = await commit(3)
  relay.publish(rows)
  await makeOutboxDue(spoolPool)
  expect(await relay.pollOnce()).toBe(0)
  expect(effects.size).toBe(0)
  relay.resume()
  expect(await relay.pollOnce()).toBe(3)
  await vi.waitFor(isFinished, 60_000)
})

test('events of one turn travel in one message, and one that fails comes again alone', async () => {
  const { effects, handle } = counting()
  const rows = await commit(5)
  const broken = rows[2]?.id
  const handled: string[] = []
  ;(await connect('billing')).react({
    event: spoolVerified,
    async handle(run, context) {
      handled.push(context.id)
      if (context.id === broken && handled.length <= rows.length) throw new Error('not yet')
      await handle(run, context)
    },
  })
  const relay = (await connect('spool')).startRelay({ pool: spoolPool, pollMs: 600_000 })
  const nats = await system.connectDeployer()
  const manager = await jetstreamManager(nats)
  const taken = async () => (await manager.streams.info(eventStream('production'))).state.last_seq
  const before = await taken()
  relay.publish(rows)
  await vi.waitFor(() => expect(effects.size).toBe(4), 60_000)
  expect((await taken()) - before).toBe(1)
  await nats.close()
  await makeOutboxDue(spoolPool)
  await relay.pollOnce()
  await vi.waitFor(isFinished, 60_000)
  expect(effects).toEqual(onceEach(rows))
})

test('events come through a server that restarts with an empty store, each with one effect', async () => {
  const { effects, handle } = counting()
  const relay = (await connect('spool')).startRelay({ pool: spoolPool, pollMs: 50 })
  // No one reacts yet: these wait in the stream that is about to vanish.
  const lost = await commit(60)
  relay.publish(lost)
  ;(await connect('billing')).react({ event: spoolVerified, handle })
  await system.nats.restart({ emptyStore: true, crash: true })
  const later = await commit(60)
  relay.publish(later)
  await vi.waitFor(isFinished, 60_000)
  expect(effects).toEqual(onceEach([...lost, ...later]))
})

test('an event whose confirmation was lost is confirmed when it comes again, without a second effect', async () => {
  const { effects, handle } = counting()
  ;(await connect('billing')).react({ event: spoolVerified, handle })
  // No one listens for confirmations while the effect is recorded.
  const first = await connect('spool')
  const publisher = first.startRelay({ pool: spoolPool })
  const rows = await commit(5)
  await publisher.stop()
  publisher.publish(rows)
  await vi.waitFor(() => expect(effects).toEqual(onceEach(rows)), 60_000)
  expect((await outboxBacklog(spoolPool)).waiting).toBe(5)
  await first.drain()

  await system.nats.restart({ emptyStore: true })
  ;(await connect('spool')).startRelay({ pool: spoolPool, pollMs: 50 })
  await makeOutboxDue(spoolPool)
  await vi.waitFor(isFinished, 60_000)
  expect(effects).toEqual(onceEach(rows))
})

test('a consumer that is deleted and made again goes on', async () => {
  const { effects, handle } = counting()
  ;(await connect('billing')).react({ event: spoolVerified, handle })
  const relay = (await connect('spool')).startRelay({ pool: spoolPool, pollMs: 50 })
  const before = await commit(1)
  relay.publish(before)
  await vi.waitFor(isFinished, 60_000)

  const administrator = await system.connectDeployer()
  const manager = await jetstreamManager(administrator)
  await manager.consumers.delete(eventStream('production'), reactionConsumer('billing', spoolVerified))
  await administrator.close()
  await system.ensureStreams()

  const after = await commit(1)
  relay.publish(after)
  await vi.waitFor(isFinished, 60_000)
  expect(effects).toEqual(onceEach([...before, ...after]))
})

test('replicas share the events and each has one effect', async () => {
  const { effects, handle } = counting()
  for (const bus of [await connect('billing'), await connect('billing')])
    bus.react({ event: spoolVerified, handle })
  const relay = (await connect('spool')).startRelay({ pool: spoolPool })
  const rows = await commit(100)
  relay.publish(rows)
  await vi.waitFor(isFinished, 60_000)
  expect(effects).toEqual(onceEach(rows))
})

test('an event that keeps failing is a dead letter of the reacting service and finished for its publisher', async () => {
  let isBroken = true
  const { effects, handle } = counting()
  const billing = await connect('billing')
  billing.react({
    event: spoolVerified,
    async handle(run, context) {
      if (isBroken) throw new Error('no such account')
      await handle(run, context)
    },
  })
  await billing.serve([])
  const relay = (await connect('spool')).startRelay({ pool: spoolPool })
  const rows = await commit(1)
  relay.publish(rows)
  await vi.waitFor(isFinished, 60_000)
  expect(effects.size).toBe(0)
  isBroken = false
  const operator = await system.connect('operator')
  const asOperator = { ...inTime(), principal: { kind: 'operator', name: 'test' } as const }
  expect(await operator.request(redriveDeadLetters('billing'), { id: null }, asOperator)).toEqual({
    redriven: 1,
  })
  expect(effects).toEqual(onceEach(rows))
})
