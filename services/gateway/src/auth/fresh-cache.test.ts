import { expect, test } from 'vitest'
import { FreshCache } from './fresh-cache.ts'

function cacheOver(store: Map<string, string>, options: { maxAgeMs?: number; maxEntries?: number } = {}) {
  const asked: string[][] = []
  let nowMs = 0
  const cache = new FreshCache<string | null>(
    async (keys) => {
      asked.push([...keys])
      return keys.map((key) => store.get(key) ?? null)
    },
    { maxAgeMs: 1_000, maxEntries: 100, clockMs: () => nowMs, ...options },
  )
  return { cache, asked, pass: (ms: number) => void (nowMs += ms) }
}

test('a fresh value is served without asking, absence included', async () => {
  const { cache, asked } = cacheOver(new Map([['a', '1']]))
  expect([await cache.read('a'), await cache.read('b')]).toEqual(['1', null])
  expect([await cache.read('a'), await cache.read('b')]).toEqual(['1', null])
  expect(asked).toHaveLength(2)
  expect([cache.peek('a'), cache.peek('b'), cache.peek('c')]).toEqual(['1', null, undefined])
})

test('a value is used until its age is reached, and read again from then on', async () => {
  const store = new Map([['a', '1']])
  const { cache, pass } = cacheOver(store)
  await cache.read('a')
  store.delete('a')
  pass(999)
  expect(await cache.read('a')).toBe('1')
  pass(1)
  expect(await cache.read('a')).toBeNull()
})

test('concurrent reads of one key ask once', async () => {
  const { cache, asked } = cacheOver(new Map([['a', '1']]))
  await Promise.all([cache.read('a'), cache.read('a'), cache.read('a')])
  expect(asked).toEqual([['a']])
})

test('what was read before a clearing is not remembered, even when it arrives after', async () => {
  const store = new Map([['a', '1']])
  const { cache } = cacheOver(store)
  const early = cache.read('a')
  cache.clear()
  store.set('a', '2')
  await early
  expect(await cache.read('a')).toBe('2')
})

test('a clearing of some values keeps the others', async () => {
  const store = new Map([
    ['a', '1'],
    ['b', '2'],
  ])
  const { cache, asked } = cacheOver(store)
  await cache.read('a')
  await cache.read('b')
  const late = cache.read('c')
  store.delete('b')
  cache.clear((value) => value === '2')
  await late
  expect([cache.peek('a'), cache.peek('b'), cache.peek('c')]).toEqual(['1', undefined, undefined])
  expect(await cache.read('b')).toBeNull()
  expect(asked).toEqual([['a'], ['b'], ['c'], ['b']])
})

test('a failed read is not remembered', async () => {
  let failures = 1
  const cache = new FreshCache<string>(
    async (keys) => {
      if (failures-- > 0) throw new Error('the store is down')
      return keys.map(() => 'up')
    },
    { maxAgeMs: 1_000, maxEntries: 100, clockMs: () => 0 },
  )
  await expect(cache.read('a')).rejects.toThrow('down')
  expect(await cache.read('a')).toBe('up')
})

test('the oldest entries make room', async () => {
  const { cache } = cacheOver(new Map(), { maxEntries: 2 })
  for (const key of ['a', 'b', 'c']) await cache.read(key)
  expect(['a', 'b', 'c'].map((key) => cache.peek(key))).toEqual([undefined, null, null])
})
