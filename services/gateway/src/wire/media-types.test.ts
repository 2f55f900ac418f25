import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptedTypes, readMediaType } from './media-types.ts'

describe('JSON', () => {
  test.each([
    undefined,
    '',
    ' ',
    ',',
    '*/*',
    '*',
    '*; q=.2',
    'application/json',
    'application/json;',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8";q=0.5',
    'application/json; profile="a, b; q=0"',
    'application/json; version=2; q=0, */*; q=0.1',
    'application/json; q=no',
    'application/json;q=2',
    'application/*;q=0.1',
    'text/html, */*;q=0.5',
    'text/html, Application/JSON; Q=0.8',
    'application/json;q=0.2, text/html',
    'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
    ' , application/json ,',
    '???, application/json',
  ])('%j takes it', (accept) => {
    expect(acceptedTypes(accept, ['application/json'])).toEqual(['application/json'])
  })

  test.each([
    'text/html',
    'application/xml',
    'json',
    '*/*;q=0',
    '*;q=0.000',
    'application/json;q=0, */*',
    'application/json;charset=utf-8;q=0',
    'application/json;version=2;q=0',
    'application/problem+json',
    'image/*',
  ])('%j does not', (accept) => {
    expect(acceptedTypes(accept, ['application/json'])).toEqual([])
  })
})

test.each([
  [undefined, 'html'],
  ['', 'html'],
  ['*/*', 'html'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
  ['application/json', 'json'],
  ['application/json; charset=utf-8', 'json'],
  ['application/json, text/html;q=0.9', 'json'],
  ['text/html;level=1;q=0.2, application/json;q=0.3', 'json'],
  ['text/*;q=0.4, application/*;q=0.5', 'json'],
  ['text/html;q=0.5, application/json;q=0.5', 'html'],
  ['application/json;q=0, text/html', 'html'],
  ['image/png', undefined],
  ['text/html;q=0', undefined],
] as const)('%s takes a page as %s', (accept, form) => {
  const [type] = acceptedTypes(accept, ['text/html', 'application/json'])
  expect(type?.split('/')[1]).toBe(form)
})

test.each([
  ['application/json', 'application/json', null],
  ['Application/JSON;', 'application/json', null],
  ['application/json ; charset="UTF-8"', 'application/json', 'utf-8'],
  ['application/json; x=1; charset=latin1', 'application/json', 'latin1'],
])('%j is %s in %s', (header, essence, charset) => {
  expect(readMediaType(header)).toEqual({ essence, charset })
})

test.each([undefined, '', 'json', 'application/json x', 'application/json, text/plain', '/', ';'])(
  '%j is no media type',
  (header) => {
    expect(readMediaType(header)).toBeNull()
  },
)

test('no text makes the readers fail', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      readMediaType(text)
      expect(acceptedTypes(text, ['a/b']).length).toBeLessThan(2)
    }),
  )
})
