import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeterministicCheck, findParameterProblem } from '@outturn/checkers'
import { answerPolicy } from './answer-policy.ts'
import { maxPolicyChars, type PolicyReading, readPolicy } from './read-policy.ts'

const pieces = fc.constantFrom(
  ...[
    'exactly 50 rows',
    'every row has email',
    ' and ',
    ', ',
    '. ',
    '; ',
    ': ',
    '\n',
    '\r\n\r\n',
    '- ',
    '1. ',
  ],
  ...[
    'no duplicate ',
    'about ',
    'by Friday',
    'delivered by ',
    '2026-02-06T17:00:00Z',
    '$5',
    ' per lead',
    '€5',
  ],
  ...[
    '"',
    '`',
    '[',
    ']',
    '(',
    ')',
    '“',
    '”',
    '🎉',
    '👩‍👧',
    '[date]',
    'TBD',
    '$.a',
    ' is 3',
    'looks nice',
    ' ',
    '\t',
  ],
  ...[
    'text contains "a. b"',
    'pay ',
    '50 leads at $0.10 each',
    'between 5 and 6 rows',
    'please ',
    'e.g. ',
    '...',
  ],
)
const texts = fc
  .array(fc.oneof({ weight: 5, arbitrary: pieces }, fc.string({ unit: 'grapheme', maxLength: 6 })), {
    maxLength: 24,
  })
  .map((parts) => parts.join(''))

const options = { unitization: null, isSoftware: false }

/** What may stand between the spans of two parts: white space, list marks, punctuation and words that join clauses. */
const glue = /^(?:[\s.;!?,:*•‣–—()-]|\b(?:and|then|plus|\d{1,3}|[a-z])\b)*$/i

function expectPartition(source: string, { parts }: PolicyReading): void {
  let end = 0
  for (const { span, extent } of parts) {
    expect(extent.start).toBe(end)
    expect(source.slice(span.start, span.end)).toBe(span.text)
    expect(span.start).toBeGreaterThanOrEqual(extent.start)
    expect(span.end).toBeLessThanOrEqual(extent.end)
    expect(span.text.trim()).toBe(span.text)
    expect(span.text).not.toBe('')
    expect(source.slice(extent.start, span.start)).toMatch(glue)
    expect(source.slice(span.end, extent.end)).toMatch(glue)
    end = extent.end
  }
  if (parts.length > 0) expect(end).toBe(source.length)
  else expect(source.trim()).toBe('')
}

test('every character of any text is of exactly one part, and only joints are outside the spans', () => {
  fc.assert(
    fc.property(texts, (source) => {
      const reading = readPolicy(source, options)
      expectPartition(source, reading)
      expect(readPolicy(source, options)).toEqual(reading)
    }),
    { numRuns: 200 },
  )
})

test('blanks before a joint belong to the joint', () => {
  const source = 'about ,  and exactly 50 rows'
  const reading = readPolicy(source, options)
  expectPartition(source, reading)
  expect(reading.parts.map(({ span }) => span.text)).toEqual(['about', 'exactly 50 rows'])
})

test('whatever is suggested would be accepted from a caller, and whatever is asked is open until it is answered', () => {
  fc.assert(
    fc.property(texts, fc.dictionary(fc.constantFrom('amb_1', 'amb_2'), texts), (source, answers) => {
      const reading = readPolicy(source, options)
      for (const part of reading.parts) {
        if (part.kind !== 'condition') continue
        expect(findParameterProblem(DeterministicCheck.parse(part.check))).toBeNull()
      }
      const isAsked = reading.parts.some(({ kind }) => kind === 'ambiguity')
      expect(answerPolicy(reading, new Map(), null).ok).toBe(!isAsked)
      answerPolicy(reading, new Map(Object.entries(answers)), null)
    }),
    { numRuns: 200 },
  )
})

const hostile = [
  '$, $ ]',
  '"',
  '`a',
  '((',
  '[[',
  '{{',
  '. ',
  'a\n',
  '1. a\n',
  ', ',
  'every row has a, ',
  '_',
  '$[',
  '🎉',
]

test.each(hostile)('a text as long as may be, of nothing but %j, is read', (piece) => {
  const source = piece.repeat(maxPolicyChars / 2).slice(0, maxPolicyChars)
  const lines = source.replace(/[^\n]{400}/g, (line) => `${line.slice(0, -1)}\n`)
  for (const text of [source, lines]) expectPartition(text, readPolicy(text, options))
})

test('a sentence too long for one term is cut at white space, and never within a character', () => {
  const words = 'word '.repeat(maxPolicyChars / 5)
  const { parts } = readPolicy(words, options)
  expect(parts.map(({ kind, span }) => [kind, span.text.length])).toEqual([
    ['term', 9_999],
    ['term', 9_999],
  ])
  const emoji = readPolicy(`a${'🎉'.repeat(9_999)}`, options)
  expect(emoji.parts.every(({ span }) => span.text.isWellFormed())).toBe(true)
})

test('a text over the limit is refused', () => {
  expect(() => readPolicy('a'.repeat(maxPolicyChars + 1), options)).toThrow(RangeError)
})
