import { expect, test } from 'vitest'
import { tokenize } from '../tokens/tokenize.ts'
import { judgment, meaning } from './judgment.ts'
import { foreignRun } from './languages.ts'
import { outside } from './outside.ts'
import type { PhraseTable } from './phrase-table.ts'
import { exactUses, exceptions, hedges, revoking, wishes } from './undoing.ts'
import { wordsOf } from './words.ts'

const words = (text: string) => wordsOf(tokenize(text))
const finds = (table: PhraseTable, text: string) => table.has(words(text))

test.each([
  'Leads must be relevant for a SaaS vendor',
  'Decision makers only',
  'Product photos look professional',
  'Must be translated by a native speaker',
  'boxes are tight around the object',
  'Punctuation and capitalization corrected',
  'speaker labels are consistent',
  'The code is clean and well documented',
  'Works on Chrome, Firefox and Safari',
  'no outliers',
  'data is representative of the population',
  'British English spelling',
  'SEO optimized',
  'reply must be polite',
  'approved by my grandmother',
  'The conclusions follow from the evidence',
  'Covers the five main competitors',
  'the photos are not blurry',
  'easy to read',
  'the tone is friendly',
  'no spelling mistakes',
  'to our satisfaction',
  'The design is modern',
  'high quality images',
  'It makes sense',
  'free of typos',
  'the summary is accurate',
])('a matter of judgment: %s', (text) => {
  expect(finds(judgment, text)).toBe(true)
})

test.each([
  'text must not contain profanity',
  'README explains how to install',
  'The report states the price of competitor A',
  'include a call to action',
  'no personal data in reply',
  'The article mentions the three sources',
  'claims are supported by a source',
  'no hate speech',
  'ends with a summary',
  'describes how it works',
])('what a text means: %s', (text) => {
  expect(finds(meaning, text)).toBe(true)
})

test.each([
  'Emails should be verified (no bounces)',
  'Prices must match the live site',
  'Keep HTML tags intact',
  'Amounts agree with the purchase orders',
  'Invoices comply with German VAT law',
  'The API is stable under load',
  'Reading level grade 8 or below',
  'Original content, passes Copyscape',
  'no plagiarism',
  'all unit tests pass',
  'the build succeeds',
  'the text is in German',
  'companies are listed on Crunchbase',
  'the file opens in Excel',
  'WCAG 2.1 AA',
  'scraped in the last 30 days',
  'ranks on Google',
])('the outside world: %s', (text) => {
  expect(finds(outside, text)).toBe(true)
})

const undoes = (text: string) => {
  const all = words(text)
  const exact = exactUses.all(all)
  return [wishes, exceptions, hedges, revoking].some((table) =>
    table.all(all).some(({ start, end }) => !exact.some((use) => use.start <= start && end <= use.end)),
  )
}

test.each(
  [
    'unless unavailable',
    'except the first',
    ', if possible',
    'or so',
    'most of the time',
    'where applicable',
    'ideally',
    ', but not always',
    'or not',
    'in theory',
    'for rows after Monday',
    '- no, forget that',
    'apart from the last',
    'other than Bob',
    'mostly',
    'in most cases',
    'as far as possible',
    'or similar',
    'if available',
    'on weekdays',
    'tbd',
    'not necessarily',
    'scratch that',
    'within reason',
    'give or take',
    'more or less',
    'up to you',
    'optional',
    'in general',
    'as needed',
    'depending on the region',
    'provided that it exists',
    'at your discretion',
    'for now',
    'for example',
    'just kidding',
    'with some tolerance',
    'as a rule',
    'or something like that',
    'when you can',
    'until further notice',
    'to the extent possible',
    'roughly',
    'where known',
    'and/or phone',
  ].map((tail) => `score is at least 5 ${tail}`),
)('words that take back or narrow: %s', (text) => {
  expect(undoes(text)).toBe(true)
})

test.each([
  'ignore:',
  'it is false that',
  'maybe',
  'if you have time,',
  'it is not required that',
  'it would be nice if',
  'we doubt that',
  'she said that',
  'forget that',
  'sometimes',
  'hopefully',
  'preferably',
  'about',
  'try to ensure',
  'it used to be that',
  'what if',
  'why would',
  'perhaps',
  'not necessarily',
  "it isn't true that",
  "we don't need that",
  'nobody cares whether',
  'imagine',
  'under no circumstances but',
  'as a joke,',
])('words before a sentence that take it back: %s', (lead) => {
  expect(undoes(`${lead} every row has "email"`)).toBe(true)
})

test.each([
  'score is at most 5',
  'every row has "maybe"',
  'exactly 50 rows',
  'the name may not be blank',
  'status is paid',
  'No missing values in id',
  'at the most 5 rows',
  'score is not less than 5',
  'reopened is false',
  'email is provided',
  'if status is paid, paid_at must be set',
  'po_number is required when total is over 5000',
  'each company at most once',
  'no duplicate image_id',
])('words that undo nothing: %s', (text) => {
  expect(undoes(text)).toBe(false)
})

const foreign = (text: string, ...names: string[]) => {
  const tokens = tokenize(text)
  const run = foreignRun(wordsOf(tokens), (index) => names.includes(tokens[index]?.folded ?? ''))
  return run === null ? null : text.slice(tokens[run.start]?.start, tokens[run.end - 1]?.end)
}

test.each([
  ['price muss größer als 0 sein', 'muss größer als 0 sein'],
  ['В каждой строке есть email', 'В каждой строке есть'],
  ['Elke rij heeft een email', 'Elke rij heeft een'],
  ['중복 이메일 없음', '중복 이메일 없음'],
  ["exactly 50 rows, s'il vous plaît", "s'il vous plaît"],
  ['200 Leads mit E-Mail und Telefon', 'mit E-Mail und Telefon'],
  ['Sin duplicados', 'Sin duplicados'],
  ['every row has email, bitte pünktlich', 'bitte pünktlich'],
  ['Todas as linhas têm email', 'Todas as linhas têm'],
  ["Pas de doublons d'email", 'Pas de doublons'],
  ['exactamente 50 filas', 'exactamente 50 filas'],
  ['sku deve essere unico', 'deve essere unico'],
])('another language: %s', (text, run) => {
  expect(foreign(text, 'email', 'price', 'sku')).toBe(run)
})

test.each([
  'every row has straße and ort',
  'the café has a naïve résumé',
  'no duplicate emails',
  'it must be done by EST',
  'the code is in la and so is he',
])('English, with names of fields of any language: %s', (text) => {
  expect(foreign(text, 'straße', 'ort', 'café', 'naïve', 'résumé')).toBeNull()
})
