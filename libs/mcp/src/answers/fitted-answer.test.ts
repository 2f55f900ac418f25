import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fittedAnswer, mostAnswerBytes } from './fitted-answer.ts'

const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

test('what fits is answered as it is', () => {
  const answer = { data: [1, 2, 3], text: 'a' }
  expect(fittedAnswer(answer)).toBe(answer)
})

test('the end of a long list is left out, and said to be', () => {
  const data = Array.from({ length: 2_000 }, (_, index) => ({ index, text: 'x'.repeat(40) }))
  const { data: kept, left_out: leftOut } = fittedAnswer({ data, has_more: false }) as {
    data: unknown[]
    left_out: string[]
  }
  expect(kept.length).toBeGreaterThan(200)
  expect(kept).toEqual(data.slice(0, kept.length))
  expect(leftOut).toEqual([`data[${kept.length}…]`])
})

test('a long text is left out whole', () => {
  const fitted = fittedAnswer({ id: 'a', deep: { note: 'ü'.repeat(20_000), kept: 1 } })
  expect(fitted).toEqual({ id: 'a', deep: { kept: 1 }, left_out: ['deep.note'] })
})

test.each([
  ['members', Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`k${index}`, '']))],
  [
    'long names',
    Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}`.repeat(9_000), ''])),
  ],
  [
    'long members',
    Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 'x'.repeat(9_000)])),
  ],
  ['lists', Array.from({ length: 20_000 }, () => [1, [2, [3]]])],
  [
    'tables of wide rows',
    [Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`k${index}`, index]))],
  ],
  ['lists of lists', Array.from({ length: 60 }, () => Array.from({ length: 900 }, () => 'value'))],
])('an answer of very many %s fits, and the list of what is missing stays short', (_, rows) => {
  const fitted = fittedAnswer({ id: 'ev_1', metadata: { rows, note: 'kept' } }) as {
    id: string
    metadata: { note: string }
    left_out: string[]
  }
  expect(size(fitted)).toBeLessThanOrEqual(mostAnswerBytes)
  expect([fitted.id, fitted.metadata.note]).toEqual(['ev_1', 'kept'])
  expect(size(fitted.left_out)).toBeLessThanOrEqual(mostAnswerBytes / 8)
})

test('of an object with very many members the first are kept, and the others are counted', () => {
  const wide = Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`k${index}`, '']))
  const fitted = fittedAnswer({ rows: [wide] }) as { rows: [Record<string, string>]; left_out: string[] }
  const kept = Object.keys(fitted.rows[0])
  expect(kept.length).toBeGreaterThan(1_500)
  expect(kept).toEqual(Object.keys(wide).slice(0, kept.length))
  expect(fitted.left_out).toEqual([`rows[0]{${6_000 - kept.length} of 6000 members}`])
})

test('any answer fits in the end', () => {
  const body = fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), fc.jsonValue({ maxDepth: 4 }), {
    minKeys: 1,
    maxKeys: 8,
  })
  fc.assert(
    fc.property(body, fc.integer({ min: 2_000, max: 4_000 }), (answer, most) => {
      expect(size(fittedAnswer(answer, most))).toBeLessThanOrEqual(most)
    }),
  )
  expect(mostAnswerBytes).toBe(24_576)
})
