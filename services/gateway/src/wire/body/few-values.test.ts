import { Refusal } from '@outturn/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertFewValues } from './few-values.ts'

const check = (text: string, maxValues: number) => () =>
  assertFewValues(new TextEncoder().encode(text), maxValues)

test('commas and brackets count outside of strings alone, however the strings are escaped', () => {
  expect(check(JSON.stringify({ csv: 'a,b\n"x",[{,\\', other: ['\\', '"'] }), 4)).not.toThrow()
  expect(check(JSON.stringify({ csv: 'a', other: ['\\', '"'] }), 3)).toThrow(Refusal)
  expect(check(`[${'[],'.repeat(5_000)}1]`, 1_000)).toThrow('more than 1000 values')
  expect(check('"without an end', 0)).not.toThrow()
})

test('no value of any JSON goes uncounted', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value)
      let values = 0
      JSON.parse(text, (_, each: unknown) => {
        values += 1
        return each
      })
      // A container counts as one, and so does each of its members but the first.
      expect(check(text, 2 * values)).not.toThrow()
      if (values > 2) expect(check(text, Math.floor((values - 1) / 2))).toThrow(Refusal)
    }),
  )
})
