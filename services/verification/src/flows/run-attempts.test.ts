import { expect, test } from 'vitest'
import { createRunAttempts } from './run-attempts.ts'

const runId = 'vr_000000000000000000000001'

test('a run that fails a second time for one cause fails for good, and for another cause it is tried again', () => {
  const attempts = createRunAttempts()
  expect(attempts.failsAgain(runId, new Error('the record is too long'))).toBe(false)
  expect(attempts.failsAgain(runId, new Error('no room'))).toBe(false)
  expect(attempts.failsAgain(runId, new Error('no room'))).toBe(true)
})

test('a judgment is kept until it is recorded, and a failure for the next that asks', () => {
  const attempts = createRunAttempts()
  const judged = { planHash: 'a', runDigest: 'b', outcome: '{}', unitResults: null }
  attempts.keep(runId, judged)
  expect(attempts.judgedOf(runId)).toBe(judged)
  const failed = attempts.fail({ runId, status: 'failed', code: 'checker_error', message: 'It broke.' })
  expect(attempts.judgedOf(runId)).toBeNull()
  expect(attempts.failureOf(runId)).toBe(failed)
})

test('of many runs the latest are known', () => {
  const attempts = createRunAttempts()
  for (let run = 0; run < 100; run += 1) {
    attempts.keep(`run ${run}`, { planHash: 'a', runDigest: 'b', outcome: '{}', unitResults: null })
  }
  expect(attempts.judgedOf('run 0')).toBeNull()
  expect(attempts.judgedOf('run 99')).not.toBeNull()
})
