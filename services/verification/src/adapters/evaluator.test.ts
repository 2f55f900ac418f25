import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { type JsonObject, readNumber } from '@outturn/canonical'
import { Piscina } from 'piscina'
import { afterAll, expect, test, vi } from 'vitest'
import { RunDefect } from '../domain/run-defect.ts'
import { isHeavy } from '../domain/workload.ts'
import { sampleJob, sampleRows } from '../testing/sample-job.ts'
import { evaluate } from './evaluation-worker.ts'
import { createEvaluator } from './evaluator.ts'

const greedy = 'acc_000000000000000000000001'
const modest = 'acc_000000000000000000000002'

const evaluator = createEvaluator({ threads: 1, timeoutMs: 20_000, memoryMb: 256 })
afterAll(() => evaluator.stop())

const large = {
  fetched: [],
  observations: [],
  opinions: [],
  job: sampleJob({
    name: 'large',
    checks: [{ checker: 'completeness', required_fields: ['email'] }],
    rows: sampleRows(2_001),
  }),
}

test('a large run judged in a thread has the same outcome, bit for bit, as one judged here', async () => {
  expect(isHeavy(large.job, 0)).toBe(true)
  expect(await evaluator.evaluate(large)).toEqual(evaluate(large))
})

test('a number that no float holds is judged by all its digits, in a thread as here', async () => {
  const rows = [...sampleRows(2_001), { price: readNumber('10.000000000000000001') }] as JsonObject[]
  const check = { checker: 'json_path', path: '$.price', operator: 'gt', value: 10 } as const
  const task = { ...large, job: sampleJob({ name: 'exact', checks: [check], rows }) }
  expect(isHeavy(task.job, 0)).toBe(true)
  const judged = await evaluator.evaluate(task)
  expect(judged).toEqual(evaluate(task))
  expect(judged.outcome).toContain('it holds in 1 of 2002 rows that')
})

test('a thread of large runs takes what the event loop leaves of the processor', async () => {
  await evaluator.evaluate(large)
  // Where threads have no priority of their own, all of them have that of the process.
  const below = process.platform === 'linux' ? Math.min(10, 19 - os.getPriority()) : 0
  expect(Math.max(...nicenessOfThreads()) - os.getPriority()).toBe(below)
})

function nicenessOfThreads(): number[] {
  if (process.platform !== 'linux') return [os.getPriority()]
  return readdirSync('/proc/self/task').map((thread) => {
    const state = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[16])
  })
}

test('a large run does not keep a small one waiting', async () => {
  const finished: string[] = []
  const small = { ...large, job: sampleJob({ name: 'small', checks: [], rows: sampleRows(2) }) }
  await Promise.all([
    evaluator.evaluate(large).then(() => finished.push('large')),
    evaluator.evaluate(small).then(() => finished.push('small')),
  ])
  expect(finished).toEqual(['small', 'large'])
})

// Node does not always end a thread at the limit of its memory: about one in twenty stands still there, until its time is over.
const atMemoryLimit = { timeout: 20_000, retry: 3 }

test(
  'a run that ends its thread by time or memory is tried once more alone, then it is a defect of that run only',
  atMemoryLimit,
  async () => {
    const ended: string[] = []
    const narrow = createEvaluator({
      threads: 1,
      timeoutMs: 60_000,
      memoryMb: 32,
      countEnded: (cause) => ended.push(cause),
    })
    const hungry = {
      ...large,
      job: sampleJob({
        name: 'hungry',
        checks: [{ checker: 'row_count', expected: 1 }],
        rows: sampleRows(75_000),
      }),
    }
    await expect(narrow.evaluate(hungry)).rejects.toThrow(RunDefect)
    expect(ended).toEqual(['memory', 'memory'])
    await narrow.stop()
  },
)

test('while a run that ended its thread is tried again, no other run has a thread', async () => {
  const wide = createEvaluator({ threads: 2, timeoutMs: 60_000, memoryMb: 64 })
  const accounts = new Set<string>()
  const beside: number[] = []
  const original = Piscina.prototype.run
  using _run = vi.spyOn(Piscina.prototype, 'run').mockImplementation(function (this: Piscina, task, options) {
    const { accountId, runId } = JSON.parse((task as { jobText: string }).jobText) as typeof large.job
    accounts.add(runId)
    if (accountId === greedy) beside.push(accounts.size - 1)
    return original.call(this, task, options).finally(() => accounts.delete(runId))
  })
  const judged = (name: string, accountId: string, rows: number) => ({
    ...large,
    job: { ...sampleJob({ name, checks: [], rows: sampleRows(rows) }), accountId },
  })
  const over = new AbortController()
  const hungry = wide.evaluate(judged('hungry', greedy, 150_000)).finally(() => over.abort())
  const others = async () => {
    for (let n = 0; !over.signal.aborted; n += 1) await wide.evaluate(judged(`other ${n}`, modest, 2_001))
  }
  await Promise.all([expect(hungry).rejects.toThrow(RunDefect), others()])
  // Begun first, and tried again once the other had ended.
  expect(beside).toEqual([0, 0])
  await wide.stop()
})

test('where nothing is judged beside others, a small run too has a thread', async () => {
  const apart = createEvaluator({ threads: 1, timeoutMs: 20_000, memoryMb: 256, isApart: true })
  const run = vi.spyOn(Piscina.prototype, 'run')
  const small = { ...large, job: sampleJob({ name: 'small', checks: [], rows: sampleRows(2) }) }
  expect(await apart.evaluate(small)).toEqual(evaluate(small))
  expect(run).toHaveBeenCalledTimes(1)
  run.mockRestore()
  await apart.stop()
})

test('a large run over its time is ended as a defect, and the next one is judged', async () => {
  const hurried = createEvaluator({ threads: 1, timeoutMs: 1, memoryMb: 256 })
  await expect(hurried.evaluate(large)).rejects.toThrow(RunDefect)
  await hurried.stop()
  expect(await evaluator.evaluate(large)).toEqual(evaluate(large))
})

test('a run that cannot be judged is a defect wherever it is judged', async () => {
  const small = sampleJob({ name: 'broken', checks: [], rows: sampleRows(2) })
  const broken = { ...large, job: { ...small, spoolSalt: 'not base64url!' } }
  await expect(evaluator.evaluate(broken)).rejects.toThrow(RunDefect)
})
