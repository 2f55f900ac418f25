import { expect, test } from 'vitest'
import { fieldCandidates } from './field-candidates.ts'
import { indexFields } from './field-index.ts'
import { isRowNoun } from './row-nouns.ts'
import { spellingDistance } from './spelling-distance.ts'

const named = (noun: string, ...names: string[]) =>
  indexFields(names.map((name) => ({ name })))
    .named(noun)
    .map(({ name }) => name)

test.each([
  ['e-mail addresses', 'email'],
  ['Due Date', 'due_date'],
  ['PRICE', 'price'],
  ['firstName', 'first-name'],
  ['categories', 'category'],
  ['boxes', 'box'],
  ['movies', 'movie'],
  ['statuses', 'status'],
  ['ＷＥＲ', 'wer'],
])('%j is the field %j', (noun, name) => {
  expect(named(noun, name, 'other')).toEqual([name])
})

test.each([
  ['a letter of another script', 'еmail', 'email'],
  ['a word more', 'work email', 'email'],
  ['a word less', 'price', 'price_usd'],
  ['an accent', 'ort', 'örт'],
  ['nothing but signs', '--', '__'],
])('%s makes no field', (_, noun, name) => {
  expect(named(noun, name)).toEqual([])
})

test('two fields that are equal after folding are both meant', () => {
  expect(named('email', 'Email', 'e-mail', 'phone')).toEqual(['Email', 'e-mail'])
})

test('an alias is a name, and a field that has it twice is one field', () => {
  const fields = [{ name: 'wer', aliases: ['WER', 'word error rate'] }, { name: 'x' }]
  expect(indexFields(fields).named('Word Error Rate')).toEqual([fields[0]])
  expect(indexFields(fields).named('wer')).toEqual([fields[0]])
})

test('the longest run of words is the field', () => {
  const index = indexFields([{ name: 'date' }, { name: 'due_date' }, { name: 'due' }])
  expect(index.longestAt(['the', 'due', 'date', 'is'], 1)).toEqual({ end: 3, fields: [{ name: 'due_date' }] })
  expect(index.longestAt(['the', 'due', 'date'], 0)).toBeNull()
})

test('a mark belongs to no name, and parts none', () => {
  const index = indexFields([{ name: 'due_date' }, { name: 'email' }, { name: 'due' }])
  expect(index.longestAt(['email', ',', 'due', ',', 'date'], 0)).toMatchObject({ end: 1 })
  expect(index.longestAt(['email', ',', 'due', ',', 'date'], 2)).toMatchObject({ end: 3 })
  expect(index.longestAt(['e', '-', 'mail'], 0)).toMatchObject({ end: 3 })
})

test('near fields come first by description, alias, shared word, letters and spelling, and the rest follow', () => {
  const fields = [
    { name: 'id' },
    { name: 'duration_s', description: 'Length of the segment in seconds' },
    { name: 'wer' },
    { name: 'coverage' },
    { name: 'phone', aliases: ['mobile number'] },
    { name: 'email' },
  ]
  const first = (noun: string) => fieldCandidates(noun, fields)[0]
  expect(first('segment length')).toBe('duration_s')
  expect(first('word error rate')).toBe('wer')
  expect(first('line coverage')).toBe('coverage')
  expect(first('mobile')).toBe('phone')
  expect(first('emial')).toBe('email')
  expect(fieldCandidates('nothing alike', fields)).toEqual(fields.map(({ name }) => name))
})

test('at most ten candidates are shown', () => {
  const fields = Array.from({ length: 40 }, (_, index) => ({ name: `f${index}` }))
  expect(fieldCandidates('x', fields)).toHaveLength(10)
})

test('a row noun is one of a closed list, or what the request calls a row', () => {
  expect(['rows', 'Leads', 'companies', 'data points', 'people'].every((noun) => isRowNoun(noun))).toBe(true)
  expect(['blog posts', 'songs', ''].some((noun) => isRowNoun(noun))).toBe(false)
  expect(isRowNoun('songs', 'song')).toBe(true)
})

test('two letters that change places are one change', () => {
  expect(spellingDistance('duplciate', 'duplicate', 1)).toBe(1)
  expect(spellingDistance('graeter', 'greater', 1)).toBe(1)
  expect(spellingDistance('evry', 'every', 1)).toBe(1)
  expect(spellingDistance('cost', 'price', 2)).toBe(3)
})
