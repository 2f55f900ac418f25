import { expect, test } from 'vitest'
import { acceptsJson } from './accepts-json.ts'

test.each([
  undefined,
  '*/*',
  'application/json',
  'application/*;q=0.1',
  'text/html, */*;q=0.5',
  'text/html, Application/JSON; q=0.8',
  'application/json;q=0.2, text/html',
])('%s lets JSON through', (accept) => {
  expect(acceptsJson(accept)).toBe(true)
})

test.each(['text/html', '', 'application/xml', '*/*;q=0', 'application/json;q=0, */*', 'image/*'])(
  '%s does not',
  (accept) => {
    expect(acceptsJson(accept)).toBe(false)
  },
)
