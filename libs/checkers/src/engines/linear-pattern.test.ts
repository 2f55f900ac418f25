import { expect, test } from 'vitest'
import { compilePattern, stepsOfCompiling } from './linear-pattern.ts'

test.each([
  'a{1000}',
  '(?:(?:a{10}){10}){10}',
  '[a-z]{0,1000}',
  String.raw`^\d{4}-\d{2}-\d{2}$`,
  'a{0,1000}'.repeat(5),
  String.raw`(?i)[\pL\p{N}]{1,80}`,
  'a{2,}'.repeat(20),
])('compiling %s costs at most as said', (pattern) => {
  expect(stepsOfCompiling(pattern)).toBeGreaterThanOrEqual(compilePattern(pattern)?.size ?? Infinity)
})

test('patterns as they are usual cost next to nothing, and each Unicode class its table', () => {
  expect(stepsOfCompiling(String.raw`^[\w.+-]+@[\w-]+\.[a-z]{2,}$`)).toBeLessThan(100)
  expect(stepsOfCompiling(String.raw`\pL`.repeat(100))).toBeGreaterThan(100_000)
})
