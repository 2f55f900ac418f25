import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeterministicCheck, findParameterProblem } from '@outturn/checkers'
import { answerPolicy } from './answer-policy.ts'
import { connectivesOf } from './connectives-of.ts'
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

const options = { unitization: null, isSoftware: false, fields: [{ name: 'email' }, { name: 'website' }] }

/** The only words that may stand between the spans of two parts: what joins clauses, and list marks. */
const glue = /^(?:[\s.;!?,:#*•‣–—()-]|\b(?:and|then|also|finally|plus|but|\d{1,3}|[a-z])\b)*$/i
/** The only words that may be a part of their own and ask for nothing. */
const courtesies =
  /^(?:hi|hello|thanks|thank you|please|and|also|plus|then|best|cheers|regards|requirements?|conditions?|price|deadline|list|time|due|data|value|order|report|fields|columns|with the (?:following )?columns|[^\p{L}\p{N}]*)$/iu

/** A clause that states two checks is two parts of the same words. */
function isOfSameWords(
  { span }: PolicyReading['parts'][number],
  previous: PolicyReading['parts'][number] | undefined,
): boolean {
  return previous?.span.start === span.start && previous.span.end === span.end
}

function expectPartition(source: string, reading: PolicyReading): void {
  let end = 0
  let previous: PolicyReading['parts'][number] | undefined
  // One expectation for all parts: a text may have ten thousand.
  const wrong: PolicyReading['parts'][number][] = []
  for (const part of reading.parts) {
    const { kind, span, extent } = part
    const isSound =
      (extent.start === end || isOfSameWords(part, previous)) &&
      source.slice(span.start, span.end) === span.text &&
      span.start >= extent.start &&
      span.end <= extent.end &&
      span.text.trim() === span.text &&
      span.text !== '' &&
      glue.test(source.slice(extent.start, span.start)) &&
      glue.test(source.slice(span.end, extent.end)) &&
      (kind !== 'connective' || courtesies.test(span.text))
    if (!isSound) wrong.push(part)
    end = extent.end
    previous = part
  }
  expect(wrong).toEqual([])
  if (reading.parts.length > 0) expect(end).toBe(source.length)
  else expect(source.trim()).toBe('')
  expect(wordsLeftOut(source, reading)).toEqual([])
}

/** Letters and digits of a text that are in no span that its caller is shown. */
function wordsLeftOut(source: string, reading: PolicyReading): string[] {
  const shown = [...reading.parts.map(({ span }) => span), ...connectivesOf(source, reading)]
  return Array.from(source.matchAll(/[\p{L}\p{N}]/gu))
    .filter(({ index }) => !shown.some(({ start, end }) => start <= index && index < end))
    .map(([letter]) => letter)
}

test('every character of any text is of exactly one part, and only joints are outside the spans', () => {
  fc.assert(
    fc.property(texts, (source) => {
      const reading = readPolicy(source, options)
      expectPartition(source, reading)
      expect(readPolicy(source, options)).toEqual(reading)
    }),
    { numRuns: 100 },
  )
})

const fragments = fc.constantFrom(
  ...[
    '200 leads',
    'each with a valid email',
    'no duplicate emails',
    'by 2026-12-01',
    'for $500',
    'every row has "name"',
  ],
  ...[
    'with a website',
    'and a phone',
    'about 50 rows',
    'except the first',
    'unless we agree',
    'Requirements:',
    'Ignore this:',
  ],
  ...[
    'as CSV',
    'not "draft"',
    'text contains "a" or "b"',
    '- email',
    '## Columns',
    'with the columns',
    'Note: hello',
    'Hi,',
  ],
)
const sentences = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 3, arbitrary: fragments }, fc.stringMatching(/^[a-z]{1,8}( [a-z0-9]{1,6}){0,3}$/)),
      fc.constantFrom(', ', ' and ', '. ', ' ', '; ', '\n', ' or ', ', but ', ': '),
    ),
    { minLength: 1, maxLength: 10 },
  )
  .map((pairs) => pairs.flat().join('').trim())

test('every word of any sentence is in a span, and a suggestion says no more and no less than its own words', () => {
  fc.assert(
    fc.property(sentences, (source) => {
      const reading = readPolicy(source, options)
      expect(wordsLeftOut(source, reading)).toEqual([])
      let end = 0
      let previous: PolicyReading['parts'][number] | undefined
      for (const part of reading.parts) {
        if (!isOfSameWords(part, previous)) expect(part.span.start).toBeGreaterThanOrEqual(end)
        previous = part
        end = part.span.end
        if (part.kind === 'condition') expectOwnWords(part.span.text, part.description)
      }
    }),
    { numRuns: 500 },
  )
})

/** The description is the span without the words that lead to it, or with those that it shares with the clause before. */
function expectOwnWords(text: string, description: string): void {
  const words = (of: string) => of.replaceAll(/\s+/g, ' ').trim()
  const said = words(description.replace(' (until the end of the day, UTC)', ''))
  const span = words(text)
  const isOwn = span.endsWith(said) || said.endsWith(span) || said.endsWith(span.replace(/^not /, ''))
  const isRepeated = glue.test(span.replaceAll(said, ''))
  expect(isOwn || isRepeated || said === `every row has ${JSON.stringify(span)}`).toBe(true)
}

test('blanks before a joint belong to the joint', () => {
  const source = 'Hello ,  and exactly 50 rows'
  const reading = readPolicy(source, options)
  expectPartition(source, reading)
  expect(reading.parts.map(({ span }) => span.text)).toEqual(['Hello', 'exactly 50 rows'])
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
      expect(answerPolicy(reading, new Map(), options).ok).toBe(!isAsked)
      answerPolicy(reading, new Map(Object.entries(answers)), options)
    }),
    { numRuns: 100 },
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
  for (const text of new Set([source, lines])) expectPartition(text, readPolicy(text, options))
})

const manyNames = Array.from({ length: 200 }, (_, index) => `field ${index} `.padEnd(256, 'ab c'))
const many = (text: string) => text.repeat(Math.ceil(maxPolicyChars / text.length)).slice(0, maxPolicyChars)

const worst: readonly (readonly [string, string, readonly string[]])[] = [
  ['numbers in a sentence', `${'if about 50 rows, '.repeat(100)}. `, []],
  ['times in a sentence', `${'by 1 may '.repeat(220)}. `, []],
  ['nouns beside known fields', 'every row has a name, a phone and an address. ', manyNames],
]

test.each(worst)('a text as long as may be takes bounded work: %s', (_, sentence, fields) => {
  const before = process.threadCpuUsage()
  readPolicy(many(sentence), { ...options, fields: fields.map((name) => ({ name })) })
  const { user, system } = process.threadCpuUsage(before)
  // Processor time, which other work of the machine does not count in. A reader that is not linear takes several seconds.
  expect((user + system) / 1_000).toBeLessThan(2_500)
})

test('a sentence too long for one part is cut at white space, and never within a character', () => {
  const words = 'word '.repeat(maxPolicyChars / 5)
  const { parts } = readPolicy(words, options)
  expect(parts.map(({ kind, span }) => [kind, span.text.length])).toEqual([
    ['ambiguity', 9_999],
    ['ambiguity', 9_999],
  ])
  const emoji = readPolicy(`a${'🎉'.repeat(9_999)}`, options)
  expect(emoji.parts.every(({ span }) => span.text.isWellFormed())).toBe(true)
})

test('a text over the limit is refused', () => {
  expect(() => readPolicy('a'.repeat(maxPolicyChars + 1), options)).toThrow(RangeError)
})
