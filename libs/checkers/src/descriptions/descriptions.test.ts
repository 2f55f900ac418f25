import { readNumber } from '@outturn/canonical'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkers, describeCheck, DeterministicCheck, findParameterProblem } from '../checkers.ts'
import { describedChecks } from '../testing/described-checks.fixture.ts'

describe('a check as a sentence', () => {
  test.each(describedChecks)('%s', (sentence, check) => {
    expect(describeCheck(DeterministicCheck.parse(check))).toBe(sentence)
    expect(findParameterProblem(check)).toBeNull()
  })

  test('says which check it is: no two checks have one sentence', () => {
    expect(new Set(describedChecks.map(([sentence]) => sentence)).size).toBe(describedChecks.length)
  })

  test.each(checkers.map((checker) => [checker.name, checker] as const))(
    'says every parameter of %s',
    (name, { schema }) => {
      const { $defs = {}, $ref = '' } = z.toJSONSchema(schema)
      const { properties = {} } = $defs[$ref.replace('#/$defs/', '')] ?? {}
      const said = describedChecks.flatMap(([, check]) => (check.checker === name ? Object.keys(check) : []))
      expect(Object.keys(properties).filter((parameter) => !said.includes(parameter))).toEqual([])
    },
  )
})

test('a range of lengths of a field is said in one sentence, which is read as one check for each end', () => {
  const check = { checker: 'json_path', path: "$['summary']", scope: 'row', measure: 'words' } as const
  expect(describeCheck({ ...check, min: 50, max: 150 })).toBe('"summary" has 50 to 150 words')
  expect(describeCheck({ ...check, max: 150, when_missing: 'pass' })).toBe(
    '"summary" has at most 150 words or is empty',
  )
})

test.each([
  ['`a "b"`', 'a "b"'],
  [String.raw`"a \"b\" ${'`'}"`, 'a "b" `'],
  [String.raw`"a\nb"`, 'a\nb'],
])('a name is in the quotes that it does not hold: %s', (shown, name) => {
  expect(describeCheck({ checker: 'completeness', required_fields: [name] })).toBe(`every row has ${shown}`)
})

test.each([
  ["$['contact']['email']", '"/contact/email" is "x"'],
  ["$['/a']", '"/~1a" is "x"'],
  ['$[0]', '$[0] is "x" in every row'],
])('a path of names is a field, by a JSON Pointer where it lies deeper: %s', (path, sentence) => {
  expect(describeCheck({ checker: 'json_path', path, scope: 'row', operator: 'equals', value: 'x' })).toBe(
    sentence,
  )
})

test('a number is shown with all its digits', () => {
  const value = readNumber('-0.10000000000000000001')
  expect(describeCheck({ checker: 'json_path', path: "$['a']", scope: 'row', operator: 'lt', value })).toBe(
    '"a" is less than -0.10000000000000000001',
  )
})
