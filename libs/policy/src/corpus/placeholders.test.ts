import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findPlaceholder } from '../placeholders/placeholder.ts'

const refused = linesOf('placeholders-refused.txt')
const accepted = linesOf('placeholders-accepted.txt')

test('the corpus has at least 230 different texts of either kind', () => {
  for (const texts of [refused, accepted]) {
    expect(new Set(texts).size).toBe(texts.length)
    expect(texts.length).toBeGreaterThanOrEqual(230)
  }
})

test.each(refused)('%s has a blank', (marked) => {
  const start = marked.indexOf('«')
  const text = marked.slice(start + 1, marked.indexOf('»'))
  const found = findPlaceholder(marked.replaceAll(/[«»]/g, ''))
  expect(found).toEqual({ start, end: start + text.length, text })
})

test.each(accepted)('%s is complete', (text) => {
  expect(findPlaceholder(text)).toBeNull()
})

test.each([
  '[',
  ']',
  '[a',
  '$[',
  '<',
  '<a>',
  '{',
  '{{',
  '}}',
  '_',
  '?',
  '`',
  '``',
  '[a](',
  '[a][',
  '[a',
  '\n- [ ] ',
  ' "',
  ': [ ',
  'does not contain "a" or ',
])('a text of nothing but %j is read in linear time', (piece) => {
  const time = (chars: number): number => {
    const text = piece.repeat(Math.ceil(chars / piece.length))
    const start = process.cpuUsage()
    findPlaceholder(`${text} tbd`)
    return process.cpuUsage(start).user / 1_000
  }
  time(1_000)
  expect(time(100_000)).toBeLessThan(1_000)
})

/** One text a line; `«` and `»` stand around the blank. */
function linesOf(file: string): string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text.split('\n').filter((line) => line !== '')
}
