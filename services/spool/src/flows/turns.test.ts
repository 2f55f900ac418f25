import { expect, test } from 'vitest'
import type { StoredSpool } from '../store/spool-store.ts'
import { type Turn, turnsBySpool } from './turns.ts'

const stored = (version: number) => ({ spool: { version } }) as StoredSpool

test('turns of one Spool come one after the other, each on what the one before left; those of another do not wait', async () => {
  const inTurn = turnsBySpool()
  const told: string[] = []
  let finish = () => {}
  const first = inTurn('a', async (left) => {
    told.push(`first on ${left?.spool.version ?? 'nothing'}`)
    await new Promise<void>((resolve) => (finish = resolve))
    return { result: 1, left: stored(7) }
  })
  const second = inTurn('a', async (left) => {
    told.push(`second on ${left?.spool.version ?? 'nothing'}`)
    return { result: 2, left: null }
  })
  expect(await inTurn('b', async () => ({ result: 3, left: null }))).toBe(3)
  expect(told).toEqual(['first on nothing'])
  finish()
  expect(await Promise.all([first, second])).toEqual([1, 2])
  expect(told).toEqual(['first on nothing', 'second on 7'])
})

test('a turn that fails is its own caller’s, and the next one reads the Spool', async () => {
  const inTurn = turnsBySpool()
  const failed = inTurn('a', async () => {
    throw new Error('no')
  })
  const next = inTurn('a', async (left) => ({ result: left, left: null }))
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBeNull()
})

test('a turn that does not end holds no one up', async () => {
  const inTurn = turnsBySpool(10)
  void inTurn('a', () => new Promise<Turn<null>>(() => {}))
  const later = [1, 2, 3].map((n) => inTurn('a', async () => ({ result: n, left: null })))
  expect(await Promise.all(later)).toEqual([1, 2, 3])
})
