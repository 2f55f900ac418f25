import { expect, test } from 'vitest'
import { answerOf, type OpenQuestion, questionLines } from './question-lines.ts'

const question: OpenQuestion = {
  ambiguity_id: 'amb_1',
  path: 'conditions',
  text: 'a phone',
  question: 'Which field of the rows is "phone"?',
  reason: 'field_unmarked',
  candidates: ['phone_number', 'mobile'],
  rewrites: [
    'every row has "phone_number"',
    ['every row has "mobile"', '"mobile" is unique'],
    'every row has {}',
  ],
  source_span: { start: 0, end: 21, text: 'every row has a phone' },
}

test('a question is shown with its words and its numbered answers, without those that wait for a value', () => {
  expect(questionLines(question)).toEqual([
    'About "a phone": Which field of the rows is "phone"?',
    '  1. every row has "phone_number"',
    '  2. every row has "mobile" and "mobile" is unique',
  ])
})

test('a number is the answer beside it, and anything else is an answer of its own', () => {
  expect(answerOf(question, ' 1 ')).toBe('every row has "phone_number"')
  expect(answerOf(question, '2')).toEqual(['every row has "mobile"', '"mobile" is unique'])
  expect(answerOf(question, '3')).toBe('3')
  expect(answerOf(question, 'term')).toBe('term')
  expect(answerOf(question, '  ')).toBeNull()
})

test('without whole conditions the candidates are numbered', () => {
  const open = { ...question, rewrites: ['every row has {}'] }
  expect(questionLines(open).slice(1)).toEqual(['  1. phone_number', '  2. mobile'])
  expect(answerOf(open, '2')).toBe('mobile')
})
