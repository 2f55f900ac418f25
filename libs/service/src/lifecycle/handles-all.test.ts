import {
  balanceLow,
  keyCapNear,
  receiptStatusChanged,
  runLanes,
  spoolClosed,
  spoolEvidenceWithdrawn,
  statementClosed,
} from '@outturn/contracts'
import { expect, test } from 'vitest'
import { assertHandlesAll } from './start-instance.ts'

const handle = async () => {}
const closed = { event: spoolClosed, handle }
const withdrawn = { event: spoolEvidenceWithdrawn, handle }
const changed = { event: receiptStatusChanged, handle }
const notices = [balanceLow, keyCapNear, statementClosed].map((event) => ({ event, handle }))
const runs = Object.values(runLanes).map((job) => ({ job, handle }))

test('a service that handles what the contracts declare for it starts', () => {
  expect(() => assertHandlesAll('gateway', { reactions: [closed, ...notices] })).not.toThrow()
  expect(() => assertHandlesAll('verification', { jobs: runs, reactions: [withdrawn] })).not.toThrow()
  expect(() => assertHandlesAll('fetcher', {})).not.toThrow()
})

test.each([
  ['an event', () => assertHandlesAll('gateway', {}), /spool\.closed is declared for it and not handled/],
  [
    'a job',
    () => assertHandlesAll('verification', {}),
    /verification\.run is declared for it and not handled/,
  ],
])('a service that leaves out %s does not start', (_, start, message) => {
  expect(start).toThrow(message)
})

test.each([
  [
    'of others',
    [closed, changed, ...notices],
    /signing\.receipt-standing-changed is handled twice or not declared/,
  ],
  ['twice', [closed, closed, ...notices], /spool\.closed is handled twice or not declared/],
])('a service that handles an event %s does not start', (_, reactions, message) => {
  expect(() => assertHandlesAll('gateway', { reactions })).toThrow(message)
})
