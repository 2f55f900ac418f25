import { expect, test } from 'vitest'
import { toObservationSets, unobserved, urlsToObserve } from './observation-sets.ts'

const how = { method: 'HEAD', retriesWithGet: true, maxRedirects: 0, timeoutMs: 5_000 } as const
const planned = [
  { conditionId: 'cond_a', urls: ['http://a.example/1', 'http://a.example/2'], ...how },
  { conditionId: 'cond_b', urls: ['http://b.example/1'], ...how },
]
const seen = (url: string, at: string, failure: 'blocked_address' | null = null) =>
  failure === null
    ? { url, final_url: url, status: 200, failure, at }
    : { url, final_url: null, status: null, failure, at }

test('conditions take turns, so that a long list does not starve the next', () => {
  const order = urlsToObserve(planned).map(({ conditionId, ordinal }) => `${conditionId}:${ordinal}`)
  expect(order).toEqual(['cond_a:0', 'cond_b:0', 'cond_a:1'])
})

test('only what is not recorded is observed', () => {
  const recorded = [
    {
      conditionId: 'cond_a',
      ordinal: 0,
      observation: seen('http://a.example/1', '2026-01-01T00:00:00.000Z'),
    },
  ]
  const left = unobserved(urlsToObserve(planned), recorded).map(({ url }) => url)
  expect(left).toEqual(['http://b.example/1', 'http://a.example/2'])
})

test('a set lists what was seen in the order of its URLs and is as old as the last of them', () => {
  const recorded = [
    {
      conditionId: 'cond_a',
      ordinal: 1,
      observation: seen('http://a.example/2', '2026-01-01T00:00:01.000Z'),
    },
    {
      conditionId: 'cond_a',
      ordinal: 0,
      observation: seen('http://a.example/1', '2026-01-01T00:00:02.000Z'),
    },
  ]
  const [set] = toObservationSets(recorded, (conditionId) => `ev_of_${conditionId}`)
  expect(set?.evidenceId).toBe('ev_of_cond_a')
  expect(set?.observations.map(({ url }) => url)).toEqual(['http://a.example/1', 'http://a.example/2'])
  expect(set?.observedAt).toBe('2026-01-01T00:00:02.000Z')
})

test('a refused address reads like one that does not answer', () => {
  const refused = seen('http://10.0.0.1/', '2026-01-01T00:00:00.000Z', 'blocked_address')
  const [set] = toObservationSets([{ conditionId: 'cond_a', ordinal: 0, observation: refused }], () => 'ev_1')
  expect(set?.observations[0]?.failure).toBe('unreachable')
})
