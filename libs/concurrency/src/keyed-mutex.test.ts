import { expect, test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

test('tasks of one key run one after the other, each with the value that the one before left; those of another key do not wait', async () => {
  const mutex = createKeyedMutex<string, number>()
  const order: string[] = []
  const end = Promise.withResolvers<void>()
  const first = mutex.run('a', async ({ received, leave }) => {
    order.push(`first received ${received}`)
    await end.promise
    leave(7)
    return 1
  })
  const second = mutex.run('a', async ({ received }) => {
    order.push(`second received ${received}`)
    return 2
  })
  expect(await mutex.run('b', async () => 3)).toBe(3)
  expect([order, mutex.waitingFor('a'), mutex.isHeld('b')]).toEqual([['first received null'], 1, false])
  end.resolve()
  expect(await Promise.all([first, second])).toEqual([1, 2])
  expect([order.at(-1), mutex.isHeld('a')]).toEqual(['second received 7', false])
})

test('a failed task rejects for its own caller, and the next one receives nothing of it', async () => {
  const mutex = createKeyedMutex<string, number>()
  const failed = mutex.run('a', async ({ leave }) => {
    leave(1)
    throw new Error('no')
  })
  const next = mutex.run('a', async ({ received }) => received)
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBeNull()
})

test('a task that does not end keeps the others waiting no longer than the limit', async () => {
  const mutex = createKeyedMutex<string>({ maxHoldMs: 10 })
  void mutex.run('a', () => new Promise<never>(() => {}))
  const later = [1, 2, 3].map((n) => mutex.run('a', async () => n))
  expect(await Promise.all(later)).toEqual([1, 2, 3])
})
