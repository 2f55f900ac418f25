import { expect, test } from 'vitest'
import { json } from '../route.ts'
import { summaryOf } from './summary.ts'

function summarized(body: object): unknown {
  return JSON.parse(String(summaryOf(json(200, body)).body))
}

test('long parts of an answer are left out, and named', () => {
  const answer = {
    id: 'spl_1',
    receipt: { id: 'ocr_1', unit_results: [{ unit: 1 }] },
    terms: [{ id: 'term_1', text: 'Two rows.' }],
    evidence: [{ id: 'ev_1', metadata: { rows: [{}] } }, { id: 'ev_2' }],
    rejections: [1, 2, 3, 4, 5, 6, 7],
  }
  expect(summarized(answer)).toEqual({
    id: 'spl_1',
    receipt: { id: 'ocr_1' },
    terms: [{ id: 'term_1' }],
    evidence: [{ id: 'ev_1' }, { id: 'ev_2' }],
    rejections: [1, 2, 3, 4, 5],
    left_out: ['receipt.unit_results', 'terms[].text', 'evidence[].metadata', 'rejections[5…]'],
  })
})

test('each item of a list is shortened, and what is left out is named once', () => {
  const item = { id: 'spl_1', terms: [{ text: 'a' }] }
  expect(summarized({ data: [item, item, 7], has_more: false })).toEqual({
    data: [{ id: 'spl_1', terms: [{}] }, { id: 'spl_1', terms: [{}] }, 7],
    has_more: false,
    left_out: ['data[].terms[].text'],
  })
})

test.each([
  { id: 'spl_1', rejections: [1, 2, 3, 4, 5], evidence: [], terms: [] },
  { receipt: null, attestation: { terms: [{ text: 'signed' }] } },
  { receipt: { id: 'ocr_1', unit_results: [] }, terms: 'a text', evidence: null, rejections: 7 },
])('an answer without long parts goes out in the bytes that it came in: %j', (body) => {
  const answer = json(200, body)
  expect(summaryOf(answer)).toBe(answer)
})

test('a refusal, a page and an empty answer stay as they are', () => {
  const body = JSON.stringify({ terms: [{ text: 'a' }] })
  for (const answer of [
    { status: 404, body },
    { status: 200, body: `<p>${body}</p>`, contentType: 'text/html' },
    { status: 200, body: '' },
    { status: 200, body: '[1]' },
  ]) {
    expect(summaryOf(answer)).toBe(answer)
  }
})
