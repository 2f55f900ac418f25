import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNumber, readNumberWords } from './number.ts'
import { tokenize } from './tokenize.ts'

const shown = (text: string): string[] =>
  tokenize(text).map(({ kind, value, text: written }) =>
    value === written ? `${kind} ${written}` : `${kind} ${value}`,
  )

test.each([
  ['score is at least 1,500.', ['word score', 'word is', 'word at', 'word least', 'number 1500', 'mark .']],
  ['max 10% or 10 percent', ['word max', 'percentage 10', 'word or', 'percentage 10']],
  ['$5.00 for 50', ['money 5', 'word for', 'number 50']],
  [
    'a 13-digit id, 200ms',
    ['word a', 'number 13', 'mark -', 'word digit', 'word id', 'mark ,', 'number 200', 'word ms'],
  ],
  ['from -5 to 1-100', ['word from', 'number -5', 'word to', 'number 1', 'mark -', 'number 100']],
  ['x >= 5 != y', ['word x', 'sign >=', 'number 5', 'sign !=', 'word y']],
  ['“title” is not `a b`', ['quoted title', 'word is', 'word not', 'backtick a b']],
  ['due 2026-12-01T12:00Z', ['word due', 'instant 2026-12-01T12:00:00Z']],
  ['by Dec 1st, 2026 at 5pm CET', ['word by', 'instant 2026-12-01T17:00:00+01:00']],
  ['by 1 December 2026, 50 rows', ['word by', 'day 2026-12-01', 'mark ,', 'number 50', 'word rows']],
  ['at 2026-12-01 17:00', ['word at', 'local_time 2026-12-01 17:00']],
  [
    String.raw`sku matches ^[A-Z]{3}-\d{4}$`,
    ['word sku', 'word matches', String.raw`pattern ^[A-Z]{3}-\d{4}$`],
  ],
  ['in ["USD", "EUR"]', ['word in', 'list ["USD", "EUR"]']],
  ['no [inaudible] in text', ['word no', 'bracketed [inaudible]', 'word in', 'word text']],
  ['see https://a.example/x.', ['word see', 'url https://a.example/x', 'mark .']],
  ['$.a.b exists', ['path $.a.b', 'word exists']],
  ['has /address/city', ['word has', 'word /address/city']],
])('%s', (text, expected) => {
  expect(shown(text)).toEqual(expected)
})

test.each(['5k', '1,5', '1.2.3', '5O', '1.000', '1.000,50', '2026-02-30'])(
  '%s is no exact number and no day',
  (text) => {
    expect(tokenize(text).map(({ kind }) => kind)).toEqual(['odd'])
  },
)

test('a character that stands for a digit is none', () => {
  expect(tokenize('²').map(({ kind }) => kind)).not.toContain('number')
  expect(shown('５０ rows')).toEqual(['number 50', 'word rows'])
})

test.each([
  ['1,000', '1000'],
  ['0.50', '0.5'],
  ['-0', '0'],
  ['1,00', null],
  ['', null],
])('%s is read as %s', (text, number) => {
  expect(readNumber(text)).toBe(number)
})

test.each([
  [['two', 'thousand'], 2_000],
  [['a', 'hundred', 'and', 'fifty'], 150],
  [['twenty', 'five'], 25],
  [['five', 'five'], null],
  [['and', 'five'], null],
])('%j is %s', (words, number) => {
  expect(readNumberWords(words)).toBe(number)
})

test('every character that is not white space is in exactly one token, at its place in the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      let end = 0
      let rest = ''
      for (const token of tokenize(text)) {
        expect(token.start).toBeGreaterThanOrEqual(end)
        expect(text.slice(token.start, token.end)).toBe(token.text)
        rest += text.slice(end, token.start)
        end = token.end
      }
      // What lies between tokens leaves no mark.
      expect((rest + text.slice(end)).replaceAll(/[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g, '')).toBe('')
    }),
    { numRuns: 500 },
  )
})
