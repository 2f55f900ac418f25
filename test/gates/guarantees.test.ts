import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './run-program.ts'

/** Rows of the table: number, file and test. */
const rows = readFileSync(join(repository, 'docs/guarantees.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, number]) => /^\d+$/.test(number ?? ''))
  .map(([, number = '', , file = '', name = '']) => ({ number, file: file.replaceAll('`', ''), name }))

test('the guarantees are numbered without a gap, and each is shown by a test', () => {
  const numbers = [...new Set(rows.map(({ number }) => Number(number)))]
  expect(numbers).toHaveLength(112)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test.each(rows)('$number: $file has the test "$name"', ({ file, name }) => {
  const path = join(repository, file)
  expect(existsSync(path)).toBe(true)
  const text = readFileSync(path, 'utf8')
  // As the name of a test, not as words in a comment.
  // The name may stand on a line of its own.
  const called = text.replaceAll(/\(\n\s+/g, '(')
  expect(["'", '`', '"'].some((quote) => called.includes(`(${quote}${name}${quote},`))).toBe(true)
})
