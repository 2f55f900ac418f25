import { OutturnError, OutturnUnreachable } from '@outturn/sdk'
import { expect, test } from 'vitest'
import { reportFailure } from './failure.ts'

/** What a person reads of an error. */
function reported(error: unknown): string[] {
  const lines: string[] = []
  const output = { print: () => {}, complain: (text: string) => void lines.push(...text.split('\n')) }
  reportFailure(error, output, { url: () => 'http://127.0.0.1:1' })
  return lines
}

function refused(more: Record<string, unknown>, options: { retryAfterMs?: number } = {}) {
  const body = {
    error: 'No.',
    code: 'ambiguity_required',
    retryable: false,
    remediation: 'Send it to the API.',
    ...more,
  }
  return new OutturnError(422, body as never, options)
}

const question = {
  text: 'phone',
  question: 'Which field of the rows is "phone"?',
  rewrites: ['every row has "email"'],
  candidates: ['email'],
}

test('a question is asked once, with its answers, and the condition is counted as in the command', () => {
  const error = `The condition is not exact at "phone". ${question.question}`
  expect(reported(refused({ error, field: 'conditions[1]', questions: [question] }))).toEqual([
    `ambiguity_required: ${error} At: condition 2.`,
    '  1. every row has "email"',
    'Repeat the command with one of these lines in place of the condition.',
  ])
})

test('words that no checker decides are named once, with a way that a person at a terminal has', () => {
  const error = 'No checker decides "looks nice": it is a matter of judgment.'
  const unsupported = [{ text: 'looks nice', reason: 'it is a matter of judgment' }]
  const lines = reported(refused({ error, unsupported }))
  expect(lines).toEqual([`ambiguity_required: ${error}`, expect.stringContaining('outturn spool create')])
})

test('a limit says how long to wait, and the sandbox how to go on without it', () => {
  expect(reported(refused({ code: 'rate_limited' }, { retryAfterMs: 55_200 }))[1]).toBe(
    'Wait 56 s, then repeat the command.',
  )
  expect(reported(refused({ code: 'unsupported_environment_capability' }))[1]).toMatch(/without --sandbox/)
  expect(reported(refused({ code: 'validation_failed' }))[1]).toBe('Send it to the API.')
})

test('a request that was never sent is not said to be unknown', () => {
  const unsent = new TypeError('fetch failed', { cause: new Error('bad port') })
  const lost = new TypeError('fetch failed', { cause: new Error('other side closed') })
  const of = (cause: Error) =>
    reported(
      new OutturnUnreachable('connection_failed', 'No answer.', { cause, idempotencyKey: 'order-1' }),
    ).join('\n')
  expect(of(unsent)).not.toContain('not known')
  expect(of(lost)).toContain('--idempotency-key order-1')
})
const hostile = 'No \u001b]0;title\u0007\u009b2J\n::error::x\u202e'

test.each([
  [
    'a refusal',
    new OutturnError(422, {
      ...{ error: hostile, code: 'validation_failed', retryable: false, remediation: hostile },
      ...{ field: hostile, request_id: hostile, docs: hostile },
    }),
  ],
  ['no answer', new OutturnUnreachable('connection_failed', hostile, { cause: new Error(hostile) })],
])('of %s nothing reaches the terminal but words', (_, error) => {
  const printed: string[] = []
  const output = { print: () => {}, complain: (line: string) => void printed.push(line) }
  reportFailure(error, output, { url: () => 'https://outturn.example' })
  const text = printed.join('\n')
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(text).not.toMatch(/^::/m)
  expect(text).toContain(String.raw`No \u{1b}]0;title`)
})

test.each([
  ['Match them with POST /api/v1/spools/{id}/match first.', 'Match them with outturn match run {id} first.'],
  ['Read it with GET /api/v1/disputes/dsp_1.', 'Read it with outturn disputes show dsp_1.'],
  ['List the sources with GET /api/v1/sources.', 'List the sources with outturn sources list.'],
  ['Read the Spool with GET /api/v1/spools/spl_1.', 'Read the Spool with outturn spool show spl_1.'],
  [
    'Read GET /api/v1/spools/spl_1/settlement/grant/template.',
    'Read GET /api/v1/spools/spl_1/settlement/grant/template.',
  ],
])('a request that has a command is named by it: %s', (remediation, shown) => {
  expect(reported(refused({ code: 'not_found', remediation }))).toContain(shown)
})
