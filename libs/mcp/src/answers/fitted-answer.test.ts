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
