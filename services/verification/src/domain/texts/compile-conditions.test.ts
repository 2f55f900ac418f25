import { ConditionInput } from '@outturn/agreement'
import { TextQuestion, UnsupportedText } from '@outturn/contracts'
import type { TextOutcome } from '@outturn/policy'
import { refusalOf } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { circumstancesOf } from './circumstances.ts'
import { compileTexts, type Texts } from './compile-conditions.ts'
import { refusalOfText } from './refused-text.ts'

const withRows = { fields: ['email'], fieldsFrom: 'rows' as const }
const textsOf = (...texts: string[]): Texts => ({
  ...withRows,
  conditions: texts.map((text, index) => ({ index, text })),
})

const nothing: TextOutcome = { checks: [], questions: [], undecided: [] }
const words = { text: 'a phone', start: 14, end: 21 }
const question = {
  ...words,
  reason: 'field_unmarked' as const,
  question: 'Which field of the rows is "phone"?',
  wants: 'field' as const,
  candidates: ['phone_number', 'mobile'],
  rewrites: ['every row has "phone_number"', 'every row has "mobile"'],
}
const check = { checker: 'row_count' as const, expected: 3 }
const read = {
  text: 'exactly 3 rows',
  start: 0,
  end: 14,
  check,
  description: 'exactly 3 rows',
  required: true,
  applies: 'gate' as const,
}

const refused = (outcome: Partial<TextOutcome>) =>
  refusalOfText('conditions[0]', { ...nothing, ...outcome }, 'request')

test('a text is the checks that it states, under its index', () => {
  expect(compileTexts(textsOf('exactly 3 rows', 'every row has email'))).toEqual([
    { index: 0, description: 'exactly 3 rows', required: true, deterministic_check: check },
    {
      index: 1,
      description: 'every row has email',
      required: true,
      deterministic_check: { checker: 'completeness', required_fields: ['email'] },
    },
  ])
})

test('a text of several checks is each of them in order, with its own words, and a wish is not required', () => {
  const compiled = compileTexts(
    textsOf('exactly 3 rows and no duplicate emails', 'preferably every row has email'),
  )
  expect(
    compiled.map(({ index, description, required, deterministic_check: { checker } }) => [
      index,
      description,
      required,
      checker,
    ]),
  ).toEqual([
    [0, 'exactly 3 rows', true, 'row_count'],
    [0, 'no duplicate emails', true, 'duplicate_rate'],
    [1, expect.stringContaining('every row has email'), false, 'completeness'],
  ])
})

test('the first text that is not checks alone is refused at its place', () => {
  const { code, options } = refusalOf(() => compileTexts(textsOf('exactly 3 rows', 'every row has a phone')))
  expect([code, options.field]).toEqual(['ambiguity_required', 'conditions[1]'])
  expect(options.details).toMatchObject({ questions: [{ reason: options.reason }], fields_from: 'rows' })
})

test('a question comes with its words, candidates and rewrites, and the remediation names the first rewrite', () => {
  const { status, options } = refused({ questions: [question] })
  expect(status).toBe(422)
  expect(options.details).toEqual({ questions: [question], unsupported: [], fields_from: 'request' })
  expect(z.array(TextQuestion).parse(options.details?.['questions'])).toEqual([question])
  expect(options.remediation).toContain(JSON.stringify(question.rewrites[0]))
})

test.each([
  ['human_confirmed', {}, {}],
  ['ai_assisted', { claim_cited: { claim: 'states the price' } }, {}],
  ['external_tool', {}, { incomplete: ['external_judge'] }],
] as const)('what only %s decides comes with a condition that can be sent', (method, terms, mark) => {
  const undecided = {
    text: 'states the price',
    start: 0,
    end: 16,
    code: 'needs_judgement' as const,
    reason: 'a matter of judgment',
    method,
  }
  const { options } = refused({ undecided: [undecided] })
  expect(options.reason).toBe('needs_judgement')
  expect(options.remediation).toContain(method)
  const [entry] = z.array(UnsupportedText).parse(options.details?.['unsupported'])
  expect(entry).toEqual({
    text: 'states the price',
    start: 0,
    end: 16,
    reason: 'a matter of judgment',
    suggested_method: method,
    condition: { description: 'states the price', required: true, verification_method: method, ...terms },
    ...mark,
  })
  expect(ConditionInput.parse(entry?.condition)).toEqual(entry?.condition)
})

test('a text with a check and something else binds nothing and shows each part', () => {
  const { options } = refused({ checks: [read], questions: [question] })
  expect(options.reason).toBe('field_unmarked')
  expect(options.details).toMatchObject({
    questions: [{ text: 'a phone' }],
    stated: [{ text: 'exactly 3 rows', condition: { deterministic_check: check }, applies: 'gate' }],
  })
})

test.each(['Thank you!', 'Requirements:', 'Note: we are a small bakery in Porto.'])(
  '%s asks for nothing',
  (text) => {
    const { options } = refusalOf(() => compileTexts(textsOf(text)))
    expect([options.reason, options.details]).toEqual([
      'nothing_asked',
      { questions: [], unsupported: [], fields_from: 'rows' },
    ])
  },
)

test('a text in which nothing is asked is said to ask for nothing', () => {
  const { code, message, options } = refused({})
  expect([code, options.reason]).toEqual(['ambiguity_required', 'nothing_asked'])
  expect(message).toContain('asks for nothing')
})

test('a free answer keeps its place in the remediation', () => {
  const open = { ...question, candidates: [], rewrites: ['delivered by {}'] }
  const { options } = refused({ questions: [{ ...open, wants: 'time' }] })
  expect(options.remediation).toBe('Send "delivered by {}" with the exact value in place of {}.')
  const { options: ofField } = refused({ questions: [{ ...open, wants: 'field' }] })
  expect(ofField.remediation).toBe('Send "delivered by {}" with the name of a column in place of {}.')
})

test.each([[[]], [['{}']]])('where nothing is proposed, the remediation asks for a sentence', (rewrites) => {
  const { options } = refused({ questions: [{ ...question, candidates: [], rewrites }] })
  expect(options.remediation).toMatch(/^Send a sentence in its place/)
})

test('several sentences of one rewrite are named as conditions of their own', () => {
  const { options } = refused({
    questions: [{ ...question, rewrites: [['"a" is unique', '"b" is unique']] }],
  })
  expect(options.remediation).toContain(String.raw`"\"a\" is unique" and "\"b\" is unique"`)
})

test('what stands beside the text is handed to its reader, and a bare name that is repeated is one field', () => {
  const described = { name: 'wer', description: 'word error rate', aliases: ['WER'], unit: 'fraction' }
  expect(
    circumstancesOf(
      {
        fields: ['email', described, 'email'],
        unit_name: 'caption',
        as_of: '2026-11-27T12:00:00Z',
        time_zone: 'Europe/Paris',
        declared_actor_type: 'agent',
      },
      { fieldsFrom: 'request', isSuggestion: true },
    ),
  ).toEqual({
    fields: [{ name: 'email' }, described],
    fieldsFrom: 'request',
    isSuggestion: true,
    isSoftware: true,
    unitName: 'caption',
    asOf: '2026-11-27T12:00:00Z',
    timeZone: 'Europe/Paris',
  })
})
