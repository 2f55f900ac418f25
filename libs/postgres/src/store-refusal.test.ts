import pg from 'pg'
import { expect, test } from 'vitest'
import { ConnectionWaitError } from './pool.ts'
import { storeRefusal } from './store-refusal.ts'

function serverError(code: string): Error {
  return Object.assign(new pg.DatabaseError('x', 1, 'error'), { code })
}

test.each([
  ['a wait for a connection', new ConnectionWaitError(new Error('x')), 'overloaded'],
  ['a server without a free connection', serverError('53300'), 'overloaded'],
  ['a full disk', serverError('53100'), 'store_full'],
  ['a statement that took too long', serverError('57014'), 'store_unavailable'],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), 'store_unavailable'],
])('%s is 503, reason %3$s', (_, error, reason) => {
  const refusal = storeRefusal(error, 'The database')
  expect(refusal).toMatchObject({ code: 'configuration_unavailable', options: { reason } })
  expect(refusal?.options.retryAfterSeconds).toBeGreaterThan(0)
})

test('a defect is none', () => {
  expect(storeRefusal(serverError('42703'), 'The database')).toBeNull()
  expect(storeRefusal(new Error('x'), 'The database')).toBeNull()
})
