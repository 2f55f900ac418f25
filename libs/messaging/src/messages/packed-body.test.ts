import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { packed, packedHeaders, textOf } from './packed-body.ts'

test('long texts are packed and unpacked one after the other, also after one that is broken', async () => {
  const ended: string[] = []
  const note = (name: string) => () => void ended.push(name)
  const long = randomBytes(4_000_000)
  const file = await packed(long)
  const unpack = (data: Uint8Array, bytes: number) => textOf(data, packedHeaders(bytes))
  const broken = unpack(randomBytes(100), 100).catch(note('broken'))
  const unpacked = unpack(file, long.length)
  const works = [
    broken,
    unpacked.then(note('unpacked')),
    packed(long).then(note('packed')),
    packed('short').then(note('short')),
  ]
  await Promise.all(works)
  expect(ended).toEqual(['broken', 'unpacked', 'packed', 'short'])
  expect(Buffer.compare(await unpacked, long)).toBe(0)
})
