import { ErrorBody, type ErrorCode, errorCodeNames, errorCodes, Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { errorBody, refusalFor, retryAfterSeconds } from './error-body.ts'

const requestId = 'req_000000000000000000000000'
const context = { requestId, publicUrl: 'https://outturn.example/' }

test.each(errorCodeNames)('%s has the error object of the contract', (code: ErrorCode) => {
  const body = ErrorBody.parse(errorBody(new Refusal(code, 'words'), context))
  expect(body).toMatchObject({
    error: 'words',
    code,
    retryable: errorCodes[code].retryable,
    remediation: errorCodes[code].remediation,
    docs: `https://outturn.example/docs/errors#${code}`,
    request_id: requestId,
  })
})

test('field, reason, remediation and details are carried, and details never replace a member', () => {
  const refusal = new Refusal('credits_required', 'words', {
    field: 'a',
    reason: 'timeout',
    remediation: 'c',
    details: { quote: 1, code: 'invented', docs: 'invented', request_id: 'invented' },
  })
  expect(errorBody(refusal, context)).toMatchObject({
    field: 'a',
    reason: 'timeout',
    remediation: 'c',
    quote: 1,
    code: 'credits_required',
    docs: 'https://outturn.example/docs/errors#credits_required',
    request_id: requestId,
  })
})

test.each([
  ['limit_reached', 'limit_reached'],
  ['sandbox_resting', 'resting'],
  ['trusted_key_unavailable', 'unavailable'],
] as const)('%s carries its status word and message beside the error object', (code, status) => {
  expect(errorBody(new Refusal(code, 'words'), context)).toMatchObject({ status, message: 'words' })
})

test('a missing trust key is never taken for a valid attestation', () => {
  expect(errorBody(new Refusal('trusted_key_unavailable', 'x'), context)).toMatchObject({
    valid: false,
  })
})

test('an unavailable service says when to come back; a payment does not', () => {
  expect(retryAfterSeconds(new Refusal('configuration_unavailable', 'x'))).toBe(5)
  expect(retryAfterSeconds(new Refusal('configuration_unavailable', 'x', { retryAfterSeconds: 30 }))).toBe(30)
  expect(retryAfterSeconds(new Refusal('credits_required', 'x'))).toBeNull()
})

test('a defect becomes internal_error and keeps its words to itself', () => {
  const refusal = refusalFor(new Error('password is hunter2'))
  expect(refusal.code).toBe('internal_error')
  expect(JSON.stringify(errorBody(refusal, context))).not.toContain('hunter2')
})

test('an outage of the store is 503, and a defect of it is not', () => {
  const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(refusalFor(outage).options.reason).toBe('store_unavailable')
  expect(refusalFor(new Error('column "x" does not exist')).code).toBe('internal_error')
})
