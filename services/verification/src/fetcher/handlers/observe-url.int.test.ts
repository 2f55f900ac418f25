import { createSemaphore } from '@outturn/concurrency'
import type { CommandInput, observeUrl } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import { systemClock } from '@outturn/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAddressBlocks } from '@outturn/checkers'
import { inside, type LoopbackLab, outside, startLoopbackLab } from '../../testing/loopback-lab.ts'
import { handleObserveUrl } from './observe-url.ts'

let lab: LoopbackLab
const hanging: (() => void)[] = []
const counted: string[] = []

beforeAll(async () => {
  lab = await startLoopbackLab((request, response) => {
    if (request.url === '/hangs') hanging.push(() => response.writeHead(200).end())
    else response.writeHead(200).end()
  })
})
afterAll(() => lab.stop())

function observer(places: number) {
  const handle = handleObserveUrl({
    clock: systemClock,
    rules: {
      extraPorts: [lab.port],
      exceptions: parseAddressBlocks([`${outside}/32`]),
      userAgent: 'example-fetcher/1.0',
    },
    resolve: async () => [],
    fetches: createSemaphore({ limitPerKey: places }),
    countObservation: (seen) => counted.push(seen),
  })
  return (input: Partial<CommandInput<typeof observeUrl>> & { url: string }, remainingMs = 10_000) => {
    const now = new Date()
    const context: CommandContext = {
      principal: { kind: 'service', service: 'verification' },
      commandId: 'observe',
      bodyDigest: '',
      requestId: 'req_test',
      deadline: now.getTime() + remainingMs,
      now,
      traceContext: {},
    }
    const how = { method: 'HEAD', retriesWithGet: true, maxRedirects: 0, timeoutMs: 10_000 } as const
    return handle({ accountId: 'acc_000000000000000000000001', ...how, ...input }, context)
  }
}

test('what was seen is answered with its URL and its time', async () => {
  const url = lab.url(outside)
  expect(await observer(20)({ url })).toEqual({
    url,
    final_url: url,
    status: 200,
    failure: null,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
})

test('what was refused is answered without a status', async () => {
  const url = lab.url(inside)
  expect(await observer(20)({ url })).toMatchObject({
    final_url: null,
    status: null,
    failure: 'blocked_address',
  })
  expect(counted.at(-1)).toBe('blocked_address')
})

test('an account whose places all wait on a slow server delays itself and no one else', async () => {
  const observe = observer(2)
  const slow = [1, 2, 3].map(() => observe({ url: lab.url(outside, '/hangs') }))
  while (hanging.length < 2) await new Promise(setImmediate)
  const other = await observe({ url: lab.url(outside), accountId: 'acc_000000000000000000000002' })
  expect(other).toMatchObject({ status: 200 })
  expect(hanging).toHaveLength(2)
  for (const answer of hanging) answer()
  while (hanging.length < 3) await new Promise(setImmediate)
  hanging[2]?.()
  expect(await Promise.all(slow)).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }])
})

test('a command whose deadline has passed reaches no one', async () => {
  const before = lab.requests.length
  expect(await observer(20)({ url: lab.url(outside) }, -1)).toMatchObject({ failure: 'unreachable' })
  expect(lab.requests.length).toBe(before)
})
