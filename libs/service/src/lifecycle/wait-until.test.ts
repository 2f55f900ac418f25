import { expect, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { waitUntil } from './wait-until.ts'

const lines: string[] = []
const log = createLog('spool', { destination: { write: (line) => void lines.push(line) } })
const options = { timeoutMs: 60_000, log, signal: new AbortController().signal }

test('a server that comes up late is waited for, and the log says so', async () => {
  let attempts = 0
  const value = await waitUntil(
    'Postgres',
    async () => {
      attempts += 1
      if (attempts < 2) throw new Error('connection refused')
      return 'up'
    },
    options,
  )
  expect(value).toBe('up')
  expect(lines.join()).toContain('waiting for Postgres')
  expect(lines.join()).toContain('connection refused')
})

test('the wait has an end and tells the last reason', async () => {
  const wait = waitUntil('NATS', () => Promise.reject(new Error('no route')), { ...options, timeoutMs: 0 })
  await expect(wait).rejects.toThrow('NATS did not answer within 0 ms')
  await expect(wait).rejects.toHaveProperty('cause.message', 'no route')
})

test('a stop ends the wait at once', async () => {
  const stop = new AbortController()
  const wait = waitUntil(
    'NATS',
    async () => {
      stop.abort(new Error('stopping'))
      throw new Error('no route')
    },
    { ...options, signal: stop.signal },
  )
  await expect(wait).rejects.toMatchObject({ name: 'AbortError' })
})
