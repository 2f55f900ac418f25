import { expect, test } from 'vitest'
import { acceptsJson, pageForm } from './accepts-json.ts'

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

test.each([
  [undefined, 'html'],
  ['*/*', 'html'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
  ['application/json', 'json'],
  ['application/json, text/html;q=0.9', 'json'],
  ['text/*;q=0.4, application/*;q=0.5', 'json'],
  ['text/html;q=0.5, application/json;q=0.5', 'html'],
  ['application/json;q=0, text/html', 'html'],
  ['image/png', null],
  ['text/html;q=0', null],
] as const)('%s is shown a page as %s', (accept, form) => {
  expect(pageForm(accept)).toBe(form)
})
