import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, createClient } from '../client.ts'
import { refusal } from '../testing/refusal.ts'
import {
  type Answer,
  hangUp,
  json,
  staySilent,
  type TestService,
  testService,
} from '../testing/test-service.ts'
import { SpoolWaitError } from './wait-for-spool.ts'

let service: TestService
let client: Client
let pauses: number[]

beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())
beforeEach(() => {
  pauses = []
  client = createClient({
    baseUrl: service.baseUrl,
    apiKey: 'spk_live_example',
    maxAttempts: 1,
    pause: async (ms) => void pauses.push(ms),
  })
})

const initial = {
  agreement: 'proposed',
  fulfillment: 'pending',
  verification: 'pending',
  settlement: 'uncommitted',
  outcome: 'active',
}
const spool = (status: Partial<typeof initial>, etag: string): Answer =>
  json(200, { id: 'spl_1', status: { ...initial, ...status } }, { etag })
const unchanged: Answer = (response) => void response.writeHead(304).end()
const tags = () => service.received.map(({ headers }) => headers['if-none-match'])

test('a Spool is read by its tag until it is as wanted, less often while nothing changes', async () => {
  const seen: string[] = []
  service.answerWith(
    spool({}, '"1"'),
    unchanged,
    unchanged,
    spool({ agreement: 'accepted' }, '"2"'),
    unchanged,
    spool({ agreement: 'accepted', verification: 'pass' }, '"3"'),
  )
  const { status } = await client.spools.waitFor('spl_1', {
    until: 'verified',
    onChange: ({ status: now }) => void seen.push(`${now.agreement} ${now.verification}`),
  })
  expect(status.verification).toBe('pass')
  expect(seen).toEqual(['proposed pending', 'accepted pending', 'accepted pass'])
  expect(tags()).toEqual([undefined, '"1"', '"1"', '"1"', '"2"', '"2"'])
  expect(pauses[1]).toBeGreaterThan((pauses[0] ?? 0) * 1.1)
  // A change makes the next one likely.
  expect(pauses[3]).toBeLessThanOrEqual(500)
})

test.each([
  ['accepted', { agreement: 'accepted' }],
  ['delivered', { fulfillment: 'evidence_submitted' }],
  ['verified', { verification: 'fail' }],
  ['settled', { settlement: 'settled' }],
  ['closed', { outcome: 'cancelled' }],
] as const)('%s is reached', async (until, status) => {
  service.answerWith(spool(status, '"1"'))
  expect((await client.spools.waitFor('spl_1', { until })).status).toMatchObject(status)
})

test('a test of the Spool decides where one is given', async () => {
  service.answerWith(spool({}, '"1"'), spool({ settlement: 'committed' }, '"2"'))
  const until = ({ status }: { status: { settlement: string } }) => status.settlement === 'committed'
  expect((await client.spools.waitFor('spl_1', { until })).status.settlement).toBe('committed')
})

test('a Spool that ended in another way is not waited for', async () => {
  service.answerWith(spool({ agreement: 'declined', outcome: 'cancelled' }, '"1"'))
  const error = await client.spools.waitFor('spl_1', { until: 'accepted' }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SpoolWaitError)
  expect(error).toMatchObject({ reason: 'closed', spool: { status: { outcome: 'cancelled' } } })
})

test('the wait ends at its time, with the Spool as last seen', async () => {
  service.answerWith(spool({}, '"1"'), staySilent)
  const error = await client.spools
    .waitFor('spl_1', { until: 'verified', timeoutMs: 300 })
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ reason: 'timed_out', spool: { id: 'spl_1' } })
})

test('what passes by itself does not end the wait, and a refusal does', async () => {
  const busy = json(503, refusal('configuration_unavailable'))
  service.answerWith(hangUp, busy, json(429, refusal('rate_limited')), spool({ verification: 'pass' }, '"1"'))
  expect((await client.spools.waitFor('spl_1', { until: 'verified' })).id).toBe('spl_1')
  service.answerWith(json(404, refusal('spool_not_found')))
  const refused = client.spools.waitFor('spl_1', { until: 'verified' })
  await expect(refused).rejects.toMatchObject({ code: 'spool_not_found' })
})

test('the caller ends the wait with its own reason, while it reads and while it pauses', async () => {
  for (const answer of [staySilent, unchanged]) {
    const patient = createClient({ baseUrl: service.baseUrl, apiKey: 'spk_live_example' })
    service.answerWith(answer)
    const stop = new AbortController()
    const waiting = patient.spools.waitFor('spl_1', { until: 'verified', signal: stop.signal })
    await expect.poll(() => service.received.length).toBeGreaterThan(0)
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  }
})
