import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { assertJsonBody, parseBody } from './json-body.ts'

function refusalOf(
  act: () => unknown,
): Pick<Refusal, 'code' | 'status'> & { reason?: string; field?: string } {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { reason, field } = error.options
    return {
      code: error.code,
      status: error.status,
      ...(reason !== undefined && { reason }),
      ...(field !== undefined && { field }),
    }
  }
  throw new Error('nothing was refused')
}

const body = (text: string) => parseBody(Buffer.from(text))

test.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json;',
  'application/json ; x=1;charset=utf8',
])('%s is JSON', (type) => {
  expect(() => assertJsonBody({ 'content-type': type })).not.toThrow()
})

test.each([
  undefined,
  '',
  'text/plain',
  'application/json x',
  'application/json, text/plain',
  'application/json;charset=utf-16',
  'application/jsonp',
  'application/vnd.api+json',
])('%s is not', (type) => {
  const headers = type === undefined ? {} : { 'content-type': type }
  expect(refusalOf(() => assertJsonBody(headers))).toEqual({
    code: 'invalid_json',
    status: 400,
    reason: 'content_type',
  })
})

test.each(['gzip', 'br', 'gzip, identity'])('a body with Content-Encoding %s is refused', (encoding) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
  expect(refusalOf(() => assertJsonBody(headers)).reason).toBe('content_encoding')
})

test.each([
  ['{', 'syntax'],
  ['', 'syntax'],
  ['{"a":1}x', 'syntax'],
  ['NaN', 'syntax'],
])('%s is no JSON', (text, reason) => {
  expect(refusalOf(() => body(text))).toMatchObject({ code: 'invalid_json', status: 400, reason })
})

test('bytes that are not UTF-8 are no JSON', () => {
  expect(refusalOf(() => parseBody(Uint8Array.of(0x22, 0xff, 0x22))).reason).toBe('invalid_utf8')
})

test.each([
  ['{"a":{"b":1,"b":2}}', 'duplicate_key', 'a.b'],
  ['{"a":[{"__proto__":1}]}', 'forbidden_key', 'a[0].__proto__'],
  ['{"a":"\\ud800"}', 'lone_surrogate', 'a'],
  ['{"a":"x\\u0000"}', 'nul_character', 'a'],
])('%s is refused as %s at its path', (text, reason, field) => {
  expect(refusalOf(() => body(text))).toEqual({ code: 'validation_failed', status: 400, reason, field })
})

test.each([
  ['{"a":[1,9007199254740993]}', 'number_out_of_range', 400],
  ['{"a":[1,1234567890123456789]}', 'number_out_of_range', 400],
  [`{"a":[1,0.${'1'.repeat(101)}]}`, 'number_too_long', 422],
  ['{"a":[1,1e-1001]}', 'number_too_long', 422],
])('%s is refused as %s, and the answer says to send it as text', (text, reason, status) => {
  expect(refusalOf(() => body(text))).toEqual({ code: 'validation_failed', status, reason, field: 'a[1]' })
  expect(() => body(text)).toThrow(
    expect.objectContaining({
      options: expect.objectContaining({ remediation: expect.stringContaining('as text') }),
    }),
  )
})

test('deep nesting is refused without following it', () => {
  expect(refusalOf(() => body('['.repeat(1_000_000))).reason).toBe('too_deep')
})
