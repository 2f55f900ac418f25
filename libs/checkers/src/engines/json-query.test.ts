import type { JsonValue } from '@outturn/canonical'
import { expect, test } from 'vitest'
import { compileQuery, maxSelectedNodes } from './json-query.ts'
import { currentRules } from '../value-rules.ts'
import { StepBudget } from './step-budget.ts'

function select(path: string, value: JsonValue, steps = 1_000_000): readonly JsonValue[] | null | undefined {
  return compileQuery(path, new StepBudget(steps), currentRules)?.select(value)
}

test('selects in document order', () => {
  expect(select('$..id', { a: [{ id: 1 }, { id: 2 }], id: 3 })).toEqual([3, 1, 2])
})

test('selects up to ten thousand nodes and gives up beyond', () => {
  const many = new Array<number>(maxSelectedNodes).fill(0)
  expect(select('$[*]', many)).toHaveLength(maxSelectedNodes)
  expect(select('$[*]', [...many, 0])).toBeNull()
})

test.each([
  ['repeated selectors', `$${'[*,*,*,*]'.repeat(8)}`],
  ['repeated descendants', `$${'..*'.repeat(8)}`],
  ['a filter that counts the whole document at every node', '$..[?count($..*) > 1]'],
])('gives up on %s instead of working on', (_, path) => {
  const nested = JSON.parse(`${'[0,0,0,0,'.repeat(20)}0${']'.repeat(20)}`) as JsonValue
  expect(select(path, nested, 50_000)).toBeNull()
})

test('match and search run on the linear-time engine', () => {
  expect(select('$[?match(@, "(a+)+b")]', ['a'.repeat(5_000), 'aab'])).toEqual(['aab'])
  expect(select('$[?search(@, "b.d")]', ['abcd', 'abd', 'b\rd'])).toEqual(['abcd'])
})

test('a pattern that is none matches nothing', () => {
  expect(select('$[?match(@, "(")]', ['('])).toEqual([])
})

test('matching long texts spends the budget', () => {
  expect(select('$[?search(@, "x")]', ['a'.repeat(2_000)], 1_000)).toBeNull()
})

test('a path that is not RFC 9535 does not compile', () => {
  for (const path of ['', 'a', '$.', '$[', '$[?(@.a]', '$.a.b()', '$[?length(@.*) > 1]']) {
    expect(compileQuery(path, new StepBudget(0), currentRules)).toBeNull()
  }
})
