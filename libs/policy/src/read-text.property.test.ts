import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DeterministicCheck, describeCheck } from '@outturn/checkers'
import type { TextOutcome } from './outcome.ts'
import { readPolicy } from './read-policy.ts'
import { readText } from './read-text.ts'
import { circumstancesOf, isCompiled } from './testing/compare-reading.ts'
import { type MadeSentence, plainSentences } from './testing/made-sentence.ts'
import { sampleChecks } from './testing/sample-checks.ts'

function read(text: string, fields: readonly string[]): TextOutcome {
  return readText(text, circumstancesOf(fields))
}

/** What is bound, without where it stands; null where nothing is. */
function bound(outcome: TextOutcome): string | null {
  if (!isCompiled(outcome)) return null
  return JSON.stringify(outcome.checks.map(({ check, required }) => [check, required]))
}

/** Sentences that compile, each with what it binds. */
const compiled = fc
  .sample(plainSentences, 80)
  .map((sentence) => ({ ...sentence, binds: bound(read(sentence.text, sentence.fields)) }))
  .filter((one): one is MadeSentence & { readonly binds: string } => one.binds !== null)

function expectNone(faults: readonly string[]): void {
  expect(faults.slice(0, 20)).toEqual([])
}

test('most made sentences come to checks, so that the properties are about something', () => {
  expect(compiled.length).toBeGreaterThan(60)
})

/** Words without which a sentence says something else, or nothing; so do its numbers, names, values and signs. */
const telling =
  /^(?:no|not|never|neither|nor|cannot|least|most|more|less|fewer|than|above|below|over|under|greater|lower|higher|larger|smaller|exceeds?|exceed|longer|shorter|between|minimum|maximum|min|max|duplicates?|unique|once|combination|empty|blank|null|missing|lacks|without|average|mean|avg|sum|total|characters|words|if|when|either|or|differs?|contains?|includes?|mention|equals?|same|share)$/i

test('no word is overlooked: without any word that tells, a sentence says something else', () => {
  const faults = compiled.slice(0, 40).flatMap(({ text, fields, binds }) =>
    Array.from(text.matchAll(/"[^"]*"|`[^`]*`|[\p{L}\p{N}_.'-]+|[<>=!≥≤≠%]+/gu))
      .filter(([word]) => telling.test(word) || /[^\p{L}.'!=-]/u.test(word))
      .map(({ 0: word, index }) => ({
        word,
        without: text.slice(0, index) + text.slice(index + word.length),
      }))
      .filter(({ word, without }) => !isSpare(word, text) && bound(read(without, fields)) === binds)
      .map(({ word, without }) => `${word}: ${without}`),
  )
  expectNone(faults)
})

/** Whether another word of the sentence says the same as this one. */
function isSpare(word: string, text: string): boolean {
  switch (word.toLowerCase()) {
    case '>=':
      return /in >= \S+% of rows/.test(text)
    case 'longer':
    case 'shorter':
      return /than \d+ (?:characters|words)/.test(text)
    case 'equal':
    case 'or':
      return /or equal to/.test(text)
    case 'least':
      return /at least one of/.test(text)
    case 'either':
    case 'same':
      return true
    default:
      return false
  }
}

test.each(['zorp', 'not', 'unless', 'nur', '37', 'maybe', 'soon'])(
  'a sentence with %j put in anywhere never binds the same',
  (word) => {
    const faults = compiled.flatMap(({ text, fields, binds }, index) => {
      const gaps = Array.from(text.matchAll(/ /g), (gap) => gap.index).filter((at) => !isQuotedAt(text, at))
      const at = gaps[index % Math.max(1, gaps.length)]
      if (at === undefined) return []
      const changed = `${text.slice(0, at)} ${word}${text.slice(at)}`
      return bound(read(changed, fields)) === binds ? [changed] : []
    })
    expectNone(faults)
  },
)

function isQuotedAt(text: string, index: number): boolean {
  const before = text.slice(0, index)
  return before.split('"').length % 2 === 0 || before.split('`').length % 2 === 0
}

test.each([
  ['please ', ''],
  ['', ', please'],
  ['', '.'],
  ['  ', ' '],
  ['Please make sure that ', ''],
])('%j and %j around a sentence change nothing', (before, after) => {
  const faults = compiled
    .filter(({ text }) => !/please|ensure|^[-\s]|[.!\s]$/i.test(text))
    .filter(({ text, fields, binds }) => bound(read(`${before}${text}${after}`, fields)) !== binds)
    .map(({ text }) => `${before}${text}${after}`)
  expectNone(faults)
})

test('a field of another name gives the same check of that name', () => {
  const renamed = new Map([
    ['score', 'zinc'],
    ['email', 'copper'],
    ['title', 'cobalt'],
    ['status', 'nickel'],
    ['country', 'argon'],
    ['summary', 'xenon'],
    ['nps', 'radon'],
  ])
  const rename = (text: string) =>
    text.replaceAll(/(?<![\p{L}\p{N}_-])[a-z]+(?![\p{L}\p{N}_-])/gu, (word) => renamed.get(word) ?? word)
  const others = compiled.map(({ text, fields, binds }) => ({
    text: rename(text),
    again: bound(read(rename(text), fields.map(rename))),
    wanted: rename(binds),
  }))
  expectNone(others.flatMap(({ text, again, wanted }) => (again === null || again === wanted ? [] : [text])))
  // Of a field that is known by its name alone, a bare value may have to be asked about.
  expect(others.filter(({ again }) => again === null).length).toBeLessThan(others.length / 50)
})

test('fields that are named like the words of a sentence never give it another meaning', () => {
  const decoys = [
    'least',
    'at least',
    'rows',
    'every row',
    'unique',
    'not',
    'empty',
    'is',
    'between',
    'average',
    'one of',
    'duplicates',
    'or',
    'and',
    'value',
    'present',
    'required',
    'words',
    'characters',
    '5',
  ]
  const faults = compiled.flatMap(({ text, fields, binds }) => {
    const again = bound(read(text, [...fields, ...decoys]))
    return again === null || again === binds ? [] : [`${text} → ${again}`]
  })
  expectNone(faults)
})

test('every span is where its words stand, and no answer has more than three questions of ten candidates', () => {
  const texts = compiled.flatMap(({ text, fields }, index) => [
    { text, fields },
    { text, fields: fields.slice(index % 9) },
    { text: `  ${text} and zorp the blim`, fields },
  ])
  const faults = texts.flatMap(({ text, fields }) => {
    const { checks, questions, undecided } = read(text, fields)
    const isPlaced = [...checks, ...questions, ...undecided].every(
      ({ text: words, start, end }) =>
        text.slice(start, end) === words && words.trim() === words && words !== '',
    )
    const isShort = questions.length <= 3 && questions.every(({ candidates }) => candidates.length <= 10)
    const isSomething = checks.length + questions.length + undecided.length > 0
    return isPlaced && isShort && isSomething ? [] : [text]
  })
  expectNone(faults)
})

test('each rewrite of a question compiles, and each to another check', () => {
  const templates = [
    'the amount is at least 5',
    'every row has a phone',
    'no duplicate phones',
    'mail and phone are unique',
    'scroe is at least 5',
    'rate is at most 5%',
    'score is at least 5k',
    'score is at least 1,5',
    'response within 4 hours',
    '10 blog posts',
    'price is above 10 EUR',
    'score is at least 5 unless it is Sunday',
    'zero defects',
    'evry row has emial',
    'every row has a main image_url',
    'mindestens 50 Zeilen',
    'score is at least 5 or email is present',
    'url is reachable',
    'confidence',
  ]
  const fields = [
    'email',
    'phone_number',
    'mobile_phone',
    'score',
    'price',
    'error_rate',
    'response_minutes',
    'image_url',
    'defects',
    'url',
  ]
  const circumstances = circumstancesOf(fields)
  const asked = [
    ...templates.map((text) => ({ text, circumstances })),
    ...compiled
      .slice(0, 300)
      .map(({ text, fields: known }) => ({ text, circumstances: circumstancesOf(known.slice(2)) })),
  ]
  const faults = asked.flatMap(({ text, circumstances: around }) =>
    readText(text, around).questions.flatMap(({ rewrites }) => {
      const exact = rewrites.filter((rewrite) => !JSON.stringify(rewrite).includes('{}'))
      const meanings = exact.map((rewrite) => {
        const bindings = [rewrite].flat().map((line) => bound(readText(line, around)))
        return bindings.includes(null) ? null : bindings.join()
      })
      const isSound = !meanings.includes(null) && new Set(meanings).size === meanings.length
      return isSound ? [] : [`${text} → ${JSON.stringify(exact)}`]
    }),
  )
  expectNone(faults)
})

describe('the sentence that describes a check compiles to that check', () => {
  test.each(sampleChecks.map((check) => [describeCheck(check), check] as const))('%s', (sentence, check) => {
    const outcome = read(sentence, ['a', 'b', 'c'])
    expect(outcome.checks.map((one) => withDefaults(one.check))).toEqual([withDefaults(check)])
    expect(isCompiled(outcome)).toBe(true)
  })
})

/** The check as another says the same: without the members that say what holds anyway. */
function withDefaults(check: DeterministicCheck): unknown {
  const members = Object.entries(check).filter(
    ([name, value]) => !(name === 'max_rate_bp' && value === 0) && name !== 'scope',
  )
  return Object.fromEntries(
    members.map(([name, value]) => (name === 'text' ? ['all_of', [value]] : [name, value])),
  )
}

test('both doors bind the same, or neither binds', () => {
  const faults = compiled.flatMap(({ text, fields, binds }) => {
    const { parts } = readPolicy(text, {
      unitization: null,
      isSoftware: false,
      fields: fields.map((name) => ({ name })),
    })
    const isOpen = parts.some(({ kind }) => kind === 'ambiguity' || kind === 'unsupported')
    const checks = parts.flatMap((part) => (part.kind === 'condition' ? [[part.check, part.required]] : []))
    return !isOpen && JSON.stringify(checks) === binds ? [] : [text]
  })
  expectNone(faults)
})
