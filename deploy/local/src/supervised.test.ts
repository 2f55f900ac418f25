import { expect, test } from 'vitest'
import { type Run, supervise } from './supervised.ts'

interface TestRun extends Run {
  end(code: number): void
}

function testRun(pid: number): TestRun {
  const exit = Promise.withResolvers<{ code: number | null }>()
  return {
    pid,
    exited: exit.promise,
    end: (code) => exit.resolve({ code }),
    stop: async () => exit.resolve({ code: 0 }),
  }
}

test('a program that ends is started again, and one that is stopped is not', async () => {
  const runs: TestRun[] = []
  const endings: (number | null)[] = []
  const restarted = Promise.withResolvers<void>()
  const program = await supervise({
    name: 'spool',
    start: async () => {
      const run = testRun(runs.length + 1)
      runs.push(run)
      return run
    },
    onEnd: (code) => endings.push(code),
    onRestart: async () => restarted.resolve(),
  })
  runs[0]?.end(137)
  await restarted.promise
  expect([program.pid, program.endings, endings]).toEqual([2, 1, [137]])
  await program.stop()
  expect(runs).toHaveLength(2)
})

test('a restart that fails is tried again', async () => {
  const runs = [testRun(1), undefined, testRun(3)]
  const first = runs[0]
  const restarted = Promise.withResolvers<void>()
  const program = await supervise({
    name: 'spool',
    start: async () => runs.shift() ?? Promise.reject(new Error('the port is not free yet')),
    onRestart: async () => restarted.resolve(),
  })
  first?.end(1)
  await restarted.promise
  expect(program.pid).toBe(3)
  await program.stop()
})

test('a first start that fails is told', async () => {
  await expect(supervise({ name: 'spool', start: () => Promise.reject(new Error('no')) })).rejects.toThrow(
    'no',
  )
})
