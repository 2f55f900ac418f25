import { expect, test } from 'vitest'
import { type Run, type Supervised, type SupervisedProgram, supervise } from './supervised.ts'

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

/** Supervises a program of this name, of which the test gives what it is about. */
function supervised(
  program: Pick<SupervisedProgram, 'start'> & Partial<SupervisedProgram>,
): Promise<Supervised> {
  return supervise({
    name: 'spool',
    logFile: 'spool.log',
    tell: () => {},
    onRestart: async () => {},
    ...program,
  })
}

test('a program that ends is started again, and one that is stopped is not', async () => {
  const runs: TestRun[] = []
  const told: string[] = []
  const restarted = Promise.withResolvers<void>()
  const program = await supervised({
    start: async () => {
      const run = testRun(runs.length + 1)
      runs.push(run)
      return run
    },
    tell: (message) => told.push(message),
    onRestart: async () => restarted.resolve(),
  })
  runs[0]?.end(137)
  await restarted.promise
  expect([program.pid, program.endings]).toEqual([2, 1])
  expect(told).toEqual(['spool ended with code 137 and starts again in 100 ms; see spool.log'])
  await program.stop()
  expect(runs).toHaveLength(2)
})

test('a restart that fails is told and tried again', async () => {
  const told: string[] = []
  const runs = [testRun(1), undefined, testRun(3)]
  const first = runs[0]
  const restarted = Promise.withResolvers<void>()
  const program = await supervised({
    start: async () => runs.shift() ?? Promise.reject(new Error('the port is not free yet')),
    tell: (message) => told.push(message),
    onRestart: async () => restarted.resolve(),
  })
  first?.end(1)
  await restarted.promise
  expect(program.pid).toBe(3)
  expect(told.at(-1)).toBe('spool cannot be started and is tried again: the port is not free yet')
  await program.stop()
})

test('a restart listener that fails is told, and the program is kept running', async () => {
  const runs: TestRun[] = []
  const told: string[] = []
  let restarts = 0
  const program = await supervised({
    start: async () => {
      const run = testRun(runs.length + 1)
      runs.push(run)
      return run
    },
    tell: (message) => told.push(message),
    onRestart: async () => {
      restarts += 1
      throw new Error('local.json cannot be written')
    },
  })
  runs[0]?.end(137)
  await expect.poll(() => restarts).toBe(1)
  runs[1]?.end(137)
  await expect.poll(() => program.pid).toBe(3)
  expect(told).toContain(
    'spool runs again, but its restart could not be recorded: local.json cannot be written',
  )
  await program.stop()
})

test('a first start that fails is told', async () => {
  await expect(supervised({ start: () => Promise.reject(new Error('no')) })).rejects.toThrow('no')
})
