import { createMetrics } from '@outturn/service'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AuditPlace, createAuditQueue, type QueuedAudit } from './audit-queue.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const mb = 1_048_576

function openQueue() {
  const metrics = createMetrics({ service: 'test', tellsProcess: false })
  const queue = createAuditQueue({ memoryMb: 32, waitMs: 10_000 }, metrics)
  const ends: (() => void)[] = []
  const enter = (audit: Partial<QueuedAudit>) => {
    const entered = Promise.withResolvers<AuditPlace>()
    const end = Promise.withResolvers<void>()
    ends.push(end.resolve)
    const ended = queue.run(
      { kind: 'invoice_audit', accountId: 'a', bytes: 4 * mb, deadline: 1_025_000, ...audit },
      async (place) => {
        entered.resolve(place)
        await end.promise
      },
    )
    ended.catch(entered.reject)
    return { place: entered.promise, ended, end: end.resolve }
  }
  return { enter, metrics, endAll: () => ends.forEach((end) => end()) }
}

test('an account has at most half of the queue, and what it leaves is for others', async () => {
  const { enter, endAll } = openQueue()
  for (let n = 0; n < 4; n += 1) await enter({}).place
  const full = { code: 'configuration_unavailable', options: { reason: 'overloaded' } }
  expect(await refusalOfPending(enter({}).place)).toMatchObject({
    ...full,
    message: 'The account has as many audits under way as one account may.',
  })
  for (let n = 0; n < 4; n += 1) await enter({ accountId: 'b' }).place
  expect(await refusalOfPending(enter({ accountId: 'c' }).place)).toMatchObject({
    ...full,
    message: 'As many audits are under way as the service takes at a time.',
  })
  endAll()
})

test('who is refused is told to come back after the time that audits take', async () => {
  const { enter, endAll } = openQueue()
  for (let n = 0; n < 8; n += 1) {
    const { ended, end, place } = enter({})
    await place
    vi.setSystemTime(Date.now() + 9_000)
    end()
    await ended
  }
  for (let n = 0; n < 4; n += 1) await enter({}).place
  const { options } = await refusalOfPending(enter({}).place)
  expect(options.retryAfterSeconds).toBeGreaterThanOrEqual(7)
  expect(options.retryAfterSeconds).toBeLessThanOrEqual(9)
  endAll()
})

test('small audits are bounded in number, and one that ends leaves its place', async () => {
  const { enter, endAll } = openQueue()
  const all = Array.from({ length: 64 }, () => enter({ bytes: 1 }))
  await Promise.all(all.map(({ place }) => place))
  expect(await refusalOfPending(enter({ bytes: 1 }).place)).toMatchObject({
    options: { reason: 'overloaded' },
  })
  all[0]?.end()
  await all[0]?.ended
  expect(await enter({ bytes: 1 }).place).toHaveProperty('waitUntil')
  endAll()
})

test('an audit waits for no longer than one may, nor than its caller', async () => {
  const { enter, endAll } = openQueue()
  expect((await enter({}).place).waitUntil).toBe(1_010_000)
  expect((await enter({ deadline: 1_003_000 }).place).waitUntil).toBe(1_003_000)
  endAll()
})

test('audits that wait and that run are counted by use case', async () => {
  const { enter, metrics, endAll } = openQueue()
  const [replay, audit] = [enter({ kind: 'promise_replay' }), enter({})]
  const [place] = await Promise.all([replay.place, audit.place])
  place.started()
  place.started()
  const counted = async () =>
    [
      ...(await metrics.expose()).body.matchAll(/outturn_audits\{use_case="(\w+)",state="(\w+)".*\} (\d)/g),
    ].map(([, kind, state, value]) => `${kind} ${state} ${value}`)
  expect(await counted()).toEqual([
    'invoice_audit waiting 1',
    'invoice_audit running 0',
    'promise_replay waiting 0',
    'promise_replay running 1',
  ])
  endAll()
  await Promise.all([replay.ended, audit.ended])
  expect((await counted()).every((line) => line.endsWith(' 0'))).toBe(true)
})
