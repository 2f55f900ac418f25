import { createLog, createMetrics } from '@outturn/service'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countRefusedWork } from './refused-work.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a flood of refusals is one line a second with their numbers, and each is counted', async () => {
  const lines: string[] = []
  const log = createLog('test', { destination: { write: (line) => void lines.push(line) } })
  const metrics = createMetrics({ service: 'test' })
  const refused = countRefusedWork({ log, metrics })
  for (let index = 0; index < 1_000; index += 1) refused.note('requests')
  refused.note('connections_of_address')
  refused.count('body_bytes')
  expect(lines).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'warn', refused: { requests: 1_000, connections_of_address: 1 } },
  ])
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(1)
  refused.note('event_loop')
  vi.advanceTimersByTime(1_000)
  expect(lines).toHaveLength(2)
  const { body } = await metrics.expose()
  expect(body).toContain('outturn_http_refused_total{bound="requests",service="test"} 1000')
  expect(body).toContain('outturn_http_refused_total{bound="body_bytes",service="test"} 1')
})
