import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStrictJson } from './parse-strict.ts'
import { readJson } from './read-json.ts'

const names = fc.oneof(
  fc.constantFrom('', '\\', '"', '\n', 'a\\', 'a"', 'a\n', '\u20ac\\', '\u20ac"', ':', '":'),
  fc.string(),
)
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue({ maxDepth: 0 }),
    names,
    fc.array(tie('value')),
    fc.dictionary(names, tie('value')),
  ),
})).value

test('a name is what the text says, whatever names were read before', () => {
  expect(Object.keys(readJson('{"h":0,"\\\\":1}') as object)).toEqual(['h', '\\'])
  expect(Object.keys(readJson('{"h":0,"\\"":1}') as object)).toEqual(['h', '"'])
  expect(Object.keys(parseStrictJson('{"h":0,"\\n":1}') as object)).toEqual(['h', '\n'])
  expect(Object.keys(readJson('{"h":0,"x\\\\":1}') as object)).toEqual(['h', 'x\\'])
  expect(Object.keys(readJson('{"h":0,"x\\u0041" : 1}') as object)).toEqual(['h', 'xA'])
})

test('every written value reads back to the same text, compact or spaced', () => {
  fc.assert(
    fc.property(values, fc.constantFrom(undefined, '\t', ' '), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(JSON.stringify(readJson(` ${text} `), null, indent)).toBe(text)
    }),
    { numRuns: 500 },
  )
})

test('a member named __proto__ stays a member', () => {
  const object = readJson('{"__proto__":{"a":1},"\\"":2}') as object
  expect(Object.keys(object)).toEqual(['__proto__', '"'])
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype)
})

test('what is not JSON is a syntax error', () => {
  expect(() => readJson('{"\\"":1')).toThrow(SyntaxError)
})
