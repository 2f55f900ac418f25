import { publicEndpoints } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { indexGuide } from './guide-index.ts'

const pages = new Map([
  [
    'conditions',
    '# Conditions\n\nWhat is checked.\n\n## The nine checkers\n\nrow_count counts the rows of a dataset.',
  ],
  ['sandbox', '# The sandbox\n\nA session lives for an hour.'],
])
const search = indexGuide(pages, publicEndpoints('outturn'))

test('an error code is found by its name, with its status and what to do', () => {
  expect(search('credits_required')[0]).toMatchObject({
    kind: 'error',
    title: 'credits_required',
    text: expect.stringMatching(/^Status 402, retryable\. Add credits/) as string,
    page: 'errors',
  })
})

test('an operation is found by its id, with its path, its parameters and the schema of its body', () => {
  expect(search('verify-spool')[0]).toMatchObject({
    kind: 'operation',
    operation_id: 'verify-spool',
    method: 'POST',
    path: '/api/v1/spools/{id}/verify',
    parameters: expect.arrayContaining(['id', 'dry_run', 'view']) as string[],
    body: { type: 'object' },
  })
})

test('a section of a page is found by its heading, and shown whole', () => {
  expect(search('nine checkers')[0]).toEqual({
    kind: 'guide',
    title: 'The nine checkers',
    text: 'row_count counts the rows of a dataset.',
    page: 'conditions',
  })
})

test('beginnings and slips of words find what they mean', () => {
  const titles = (words: string) => search(words).map(({ title }) => title)
  expect(titles('check')).toContain('The nine checkers')
  expect(titles('datasett')).toContain('The nine checkers')
})

test('at most six results are given, and none where nothing fits', () => {
  expect(search('receipt spool verify').length).toBe(6)
  expect(search('zzzzqqqq')).toEqual([])
  expect(search('!?')).toEqual([])
})

test('twelve different words are searched for, and the beginning of a word from three letters on', () => {
  const others = Array.from({ length: 12 }, (_, index) => `zzq${index}xx`)
  expect(search([...others, 'dispute'].join(' '))).toEqual([])
  expect(search([...others.slice(1), ...others.slice(1), 'dispute'].join(' '))).toEqual(search('dispute'))
  expect(search('disp')).not.toEqual([])
  expect(search('b c f g h j k m p q v w x y')).toEqual([])
})
