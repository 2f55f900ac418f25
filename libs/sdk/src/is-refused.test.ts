import { expect, expectTypeOf, test } from 'vitest'
import { OutturnError, OutturnUnreachable } from './errors.ts'
import { isRefused } from './is-refused.ts'
import { refusal } from './testing/refusal.ts'
import type { ErrorBody, ErrorCode } from './generated/types.ts'

const refused = (code: ErrorCode, more: Record<string, unknown> = {}): unknown =>
  new OutturnError(400, refusal(code, more))

test('a refusal is told by its code, and has the members of that code', () => {
  const error = refused('credits_required', { top_up_url: 'https://outturn.example/credits' })
  if (!isRefused(error, 'credits_required')) throw new Error('it is refused')
  expectTypeOf(error.body.top_up_url).toBeString()
  expectTypeOf(error.body.payment_methods).toBeArray()
  expect(error.body.top_up_url).toBe('https://outturn.example/credits')
})

test('one of several codes can be asked for, and any code', () => {
  const error = refused('conflict', { amount_remaining: '0.50' })
  expect(isRefused(error, 'invalid_state', 'conflict')).toBe(true)
  expect(isRefused(error, 'invalid_state')).toBe(false)
  expect(isRefused(error)).toBe(true)
  if (isRefused(error, 'conflict', 'invalid_state') && error.code === 'conflict') {
    expectTypeOf(error.body.amount_remaining).toEqualTypeOf<string | undefined>()
  }
})

test('a refusal of another copy of this package is one too, and nothing else is', () => {
  const copy = Object.assign(new Error('No.'), { name: 'OutturnError', code: 'conflict' })
  expect(isRefused(copy, 'conflict')).toBe(true)
  const others = [
    new OutturnUnreachable('deadline_passed', 'Late.'),
    new Error('conflict'),
    'conflict',
    null,
    undefined,
  ]
  expect(others.filter((other) => isRefused(other))).toEqual([])
})

test('an error says what to do, where to read on and how to send the call again', () => {
  const body = refusal('validation_failed', {
    field: 'evidence.rows',
    docs: 'https://outturn.example/docs/errors#validation_failed',
    idempotency_key: 'drawn-by-the-service',
  })
  expect(
    new OutturnError(422, body as ErrorBody, { idempotencyKey: 'order-1', retryAfterMs: 1_000 }),
  ).toMatchObject({
    field: 'evidence.rows',
    docs: 'https://outturn.example/docs/errors#validation_failed',
    idempotencyKey: 'drawn-by-the-service',
    retryAfterMs: 1_000,
    requestId: body.request_id,
  })
})

test('an error as a text, and the first line of its stack, say the code, what to do and which request it was', () => {
  const error = refused('unauthenticated', { error: 'No valid API key was presented.' }) as OutturnError
  const text = `OutturnError [unauthenticated]: No valid API key was presented. ${error.remediation} (${error.requestId})`
  expect(error.remediation.length).toBeGreaterThan(10)
  expect([String(error), error.stack?.split('\n    at ')[0]]).toEqual([text, text])
  expect(String(refused('invalid_state', { reason: 'terms_changed' }))).toMatch(
    /^OutturnError \[invalid_state, terms_changed\]: /,
  )
  const silent = new OutturnUnreachable('connection_failed', 'No answer.', { idempotencyKey: 'order-1' })
  const lost = 'OutturnUnreachable [connection_failed]: No answer. (idempotency key order-1)'
  expect([String(silent), silent.stack?.split('\n')[0], silent.message]).toEqual([lost, lost, 'No answer.'])
})
