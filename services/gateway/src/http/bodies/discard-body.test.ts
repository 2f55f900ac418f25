import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { discardBody } from './discard-body.ts'

const partBytes = 65_536

afterEach(() => void vi.useRealTimers())

/** A refused request of so many parts, as a socket gives them. */
function refused(parts: number, address = '192.0.2.1') {
  const request = new IncomingMessage(new Socket())
  const sent = Array.from({ length: parts }, () => Buffer.alloc(partBytes))
  const reply = { removeHeader: () => {}, raw: { shouldKeepAlive: true } } as unknown as FastifyReply
  let read = 0
  discardBody(request, reply, address)
  request.on('data', () => void (read += 1))
  for (const part of sent) request.push(part)
  return { request, sent, read: () => read }
}

test('the memory of a refused body is free as soon as it is read', async () => {
  const { sent, read } = refused(2)
  await expect.poll(read).toBe(2)
  expect(sent.map(({ byteLength }) => byteLength)).toEqual([0, 0])
})

test('of many large refused bodies of one address 16 MB a second are read in all, each to its end, and no other waits', async () => {
  vi.useFakeTimers()
  const bodies = Array.from({ length: 20 }, () => refused(64))
  const megabytes = () => bodies.reduce((sum, { read }) => sum + read(), 0) / 16
  const other = refused(64, '192.0.2.2')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(other.read()).toBe(64)
  // What is small is read at once: the first 256 KiB of each, and the part after them.
  expect(megabytes()).toBeGreaterThan(16)
  expect(megabytes()).toBeLessThan(16 + 20 / 2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(megabytes()).toBe(80)
})

test('a refused body that does not end is cut after 64 MB', async () => {
  vi.useFakeTimers()
  const [longest, longer] = [refused(1_024), refused(1_025, '192.0.2.2')]
  await vi.advanceTimersByTimeAsync(10_000)
  expect(longest.read()).toBe(1_024)
  expect([longest, longer].map(({ request }) => request.destroyed)).toEqual([false, true])
})
