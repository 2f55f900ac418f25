import { expect, test } from 'vitest'
import { readText } from './read-text.ts'
import { circumstancesOf } from './testing/compare-reading.ts'

const few = ['email', 'score', 'name', 'price', 'status', 'url', 'due_date', 'date']
const many = Array.from({ length: 200 }, (_, index) => `a_${index}`)

const pieces = [
  'by friday ',
  'by 2026-12-01 ',
  'deliver within 5 hours ',
  'email and score and name and price are present and ',
  'score is at least 5 and ',
  'email, score, name, price, ',
  'if score is 5 then ',
  'at least 5% of rows: ',
  'no duplicates by a and ',
  'is one of "a", ',
  'average of the sum of ',
  'a_b_c ',
  'xyzzy ',
  'emial ',
  'not ',
  '(( ',
  '" "',
  'unless ',
  '5 5 5 ',
  '中',
]

/** As long as a condition may be, and as long as one about which anything is proposed. */
const lengths = [2_000, 300]

test.each(pieces)('a text of nothing but %j is read in bounded time', (piece) => {
  for (const fields of [few, many]) {
    for (const length of lengths) {
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
      const before = process.threadCpuUsage()
      const { questions } = readText(text, { ...circumstancesOf(fields), asOf: '2026-11-27T12:00:00Z' })
      const { user, system } = process.threadCpuUsage(before)
      // Processor time, of which a full machine takes more. A reader without a budget takes seconds.
      expect((user + system) / 1_000).toBeLessThan(600)
      expect(questions.length).toBeLessThanOrEqual(3)
    }
  }
})
