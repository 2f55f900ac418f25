import { expect, test } from 'vitest'
import { problemsOf } from './until-serving.ts'

const key = { name: 'production.signing_keys', message: 'No key is active.', advice: 'make one' }
const failed = { name: 'demo.start', message: 'demo does not start.', advice: 'read the log' }
const judged = (readiness: Parameters<typeof problemsOf>[1], waitedMs = 0) =>
  problemsOf({ name: 'signing', logFile: '/data/logs/core.log' }, readiness, waitedMs)

test('what is ready has no problem, and what is starting is waited for', () => {
  expect(judged({ status: 'ready', failing: [] })).toEqual([])
  expect(judged({ status: 'starting', failing: [] }, 59_000)).toBeUndefined()
  expect(judged({ status: 'not ready', failing: ['production.nats'] }, 59_000)).toBeUndefined()
})

test('what only an operator can fix is not waited for', () => {
  const readiness = { status: 'not ready', failing: [key.name], problems: [key] }
  expect(judged(readiness)).toEqual([{ message: key.message, advice: key.advice }])
  expect(judged({ ...readiness, failing: [key.name, 'demo.nats'] })).toBeUndefined()
})

test('an environment that failed is given some seconds, and one that takes its time all of them', () => {
  const failing = ['demo.start', 'demo.postgres']
  const pending = { status: 'not ready', failing }
  const over = { ...pending, problems: [failed] }
  expect([judged(over, 9_000), judged(pending, 59_000)]).toEqual([undefined, undefined])
  const ofServed = { ...over, status: 'partly ready' }
  expect(judged(ofServed, 9_000)).toBeUndefined()
  for (const problems of [judged(over, 10_000), judged(pending, 60_000), judged(ofServed, 10_000)]) {
    expect(problems).toEqual([
      {
        message: 'The signing service does not start for demo, and tries again.',
        advice: 'read /data/logs/core.log and fix what it says',
      },
    ])
  }
})
