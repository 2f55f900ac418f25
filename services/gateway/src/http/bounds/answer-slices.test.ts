import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { answerSlices, sliceBytes, slicesOf } from './answer-slices.ts'
import { countTurns } from '../../testing/count-turns.ts'

test('a large answer is sent whole, in slices that are views of it', async () => {
  const bytes = Buffer.from(Array.from({ length: 2 * sliceBytes + 1 }, (_, at) => at % 251))
  expect((await buffer(answerSlices(bytes))).equals(bytes)).toBe(true)
  const slices: Uint8Array[] = []
  for await (const slice of slicesOf(bytes)) slices.push(slice)
  expect(slices.map(({ byteLength }) => byteLength)).toEqual([sliceBytes, sliceBytes, 1])
  expect(slices.every(({ buffer: memory }) => memory === bytes.buffer)).toBe(true)
})

test('no two slices of all that are sent at once have the same turn of the event loop', async () => {
  const { turn, stop } = countTurns()
  const turns: number[] = []
  const send = async (bytes: Uint8Array) => {
    for await (const _ of slicesOf(bytes)) turns.push(turn())
  }
  await Promise.all(Array.from({ length: 4 }, () => send(Buffer.alloc(3 * sliceBytes))))
  stop()
  expect(turns).toHaveLength(12)
  expect(new Set(turns).size).toBe(12)
})
