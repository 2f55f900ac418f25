import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createMetrics } from '@outturn/service'
import { afterEach, expect, test, vi } from 'vitest'
import { largeAnswers } from './large-answers.ts'
import type { Bound } from './refused-work.ts'

const inTime = { until: Date.now() + 1_000_000 }
const atOnce = { until: 0 }

afterEach(() => {
  vi.useRealTimers()
})

function openRoom() {
  const refused: Bound[] = []
  const metrics = createMetrics({ service: 'test' })
  const limits = { most: 10, mostOfCaller: 10, leastBytesPerSecond: 1 }
  const roomOf = largeAnswers(limits, { metrics, onRefused: (bound) => refused.push(bound) })
  const openAnswer = (caller: string) => {
    const close = () => {
      response.closed = true
      response.emit('close')
    }
    const response = Object.assign(new EventEmitter(), { closed: false, destroy: close })
    const room = roomOf(caller, response as unknown as ServerResponse)
    return { room, close }
  }
  const bytes = async () =>
    /^outturn_limiter_held\{[^}]*limiter="large_answer_bytes"[^}]*\} (\d+)$/m.exec(
      (await metrics.expose()).body,
    )?.[1]
  return { openAnswer, refused, bytes }
}

test('room is given back when the answer is made and its reader has it or is gone, whichever comes last', async () => {
  const { openAnswer, bytes } = openRoom()
  const [first, second] = [openAnswer('a'), openAnswer('b')]
  await first.room.take(4, atOnce)
  await second.room.take(6, atOnce)
  expect(await bytes()).toBe('10')
  first.room.isMade()
  second.close()
  expect(await bytes()).toBe('10')
  first.close()
  expect(await bytes()).toBe('6')
  second.room.isMade()
  expect(await bytes()).toBe('0')
})

test('of two answers of many parts each takes the room of all its parts with the first, so neither waits for the other', async () => {
  const { openAnswer, bytes } = openRoom()
  const [first, second] = [openAnswer('a'), openAnswer('a')]
  await first.room.take(2, { ...inTime, more: 6 })
  const later = second.room.take(2, { ...inTime, more: 6 })
  await first.room.take(3, atOnce)
  await first.room.take(3, atOnce)
  first.room.isMade()
  first.close()
  await later
  expect(await bytes()).toBe('8')
})

test('a reader that is gone waits no longer, and who is refused is counted by whose bound it was', async () => {
  const { openAnswer, refused } = openRoom()
  await openAnswer('a').room.take(10, atOnce)
  const { room, close } = openAnswer('b')
  const waiting = room.take(1, inTime)
  close()
  await expect(waiting).rejects.toThrow('bytes of large answers are under way')
  await expect(openAnswer('a').room.take(1, atOnce)).rejects.toThrow('to this caller')
  expect(refused).toEqual(['large_answers', 'large_answers_of_caller'])
})

test('a slow reader keeps its room while no one waits for it, and is cut off once another does', async () => {
  vi.useFakeTimers()
  const { openAnswer, refused, bytes } = openRoom()
  const slow = openAnswer('a')
  await slow.room.take(8, atOnce)
  slow.room.isMade()
  // Eight seconds for its bytes, and ten for every reader.
  await vi.advanceTimersByTimeAsync(17_000)
  const other = openAnswer('b')
  const waiting = other.room.take(4, { until: Date.now() + 60_000 })
  expect([await bytes(), refused]).toEqual(['8', []])
  await vi.advanceTimersByTimeAsync(1_000)
  await waiting
  expect([await bytes(), refused]).toEqual(['4', ['slow_answer']])
  other.room.isMade()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([await bytes(), refused]).toEqual(['4', ['slow_answer']])
  other.close()
  expect(await bytes()).toBe('0')
})
