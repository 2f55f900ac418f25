import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Refusal } from '@outturn/contracts'
import { afterEach, expect, test, vi } from 'vitest'
import { gatherBody } from './gather-body.ts'
import { countTurns } from '../../testing/count-turns.ts'

const limit = 4 * 1_048_576
const partBytes = 65_536

afterEach(() => void vi.restoreAllMocks())

/** A body that arrives in these parts, with or without a word of its length before it. */
function gathered(parts: readonly Buffer[], contentLength?: number): Promise<Uint8Array> {
  const payload = new IncomingMessage(new Socket())
  if (contentLength !== undefined) payload.headers['content-length'] = String(contentLength)
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  gatherBody(payload, { limit, refuse: () => new Refusal('input_too_large', 'Too long.') }, (error, body) =>
    error === null ? resolve(body ?? new Uint8Array()) : reject(error),
  )
  for (const part of parts) payload.push(part)
  payload.push(null)
  return promise
}

/** A body of so many bytes, no two parts of which are the same, as a socket gives it. */
function bodyOf(bytes: number): { whole: Buffer; parts: Buffer[] } {
  const whole = Buffer.from(Uint32Array.from({ length: bytes / 4 }, (_, index) => index).buffer)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes; at += partBytes) parts.push(Buffer.from(whole.subarray(at, at + partBytes)))
  return { whole, parts }
}

test.each([0, 4, partBytes, 262_144, 262_148, 1_048_576, 3_000_000, limit])(
  'a body of %i bytes comes as it was sent, whether it says its length or not',
  async (bytes) => {
    const { whole, parts } = bodyOf(bytes)
    expect(whole.equals(await gathered(parts, bytes))).toBe(true)
    expect(whole.equals(await gathered(bodyOf(bytes).parts))).toBe(true)
  },
)

test('a large body is never copied as a whole when it has arrived', async () => {
  const { parts } = bodyOf(limit)
  const copy = vi.spyOn(Buffer, 'concat')
  await gathered(parts, limit)
  expect(copy).not.toHaveBeenCalled()
  await gathered(bodyOf(limit).parts)
  const copied = copy.mock.calls.map(([list]) => list.reduce((sum, { length }) => sum + length, 0))
  expect(Math.max(...copied)).toBeLessThanOrEqual(262_144)
})

test('of all large bodies that arrive at once one part is taken in a turn of the event loop', async () => {
  const { turn, stop } = countTurns()
  const turns: number[] = []
  const set = vi.spyOn(Uint8Array.prototype, 'set').mockImplementation(() => void turns.push(turn()))
  const bodies = Array.from({ length: 4 }, () => gathered(bodyOf(5 * partBytes).parts, 5 * partBytes))
  await Promise.all(bodies)
  set.mockRestore()
  stop()
  expect(turns).toHaveLength(20)
  // The first part of each comes before it can be stopped.
  expect(new Set(turns).size).toBeGreaterThanOrEqual(16)
})

test('a body above the limit is refused, and one of another length than it said', async () => {
  const { parts } = bodyOf(limit + 4)
  await expect(gathered(parts)).rejects.toMatchObject({ code: 'input_too_large' })
  const short = bodyOf(400_000).parts
  await expect(gathered(short, 400_004)).rejects.toMatchObject({ options: { reason: 'content_length' } })
})

test('what ends a body before its end is told', async () => {
  const payload = new IncomingMessage(new Socket())
  const { promise, reject } = Promise.withResolvers<never>()
  gatherBody(payload, { limit, refuse: () => new Refusal('input_too_large', 'Too long.') }, reject)
  const lost = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  payload.destroy(lost)
  await expect(promise).rejects.toBe(lost)
})
