import { OutturnError, OutturnUnreachable } from '@outturn/sdk'
import { expect, test } from 'vitest'
import { reportFailure } from './failure.ts'

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
