import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareReading } from './compare-reading.ts'
import { madeSentences } from './made-sentence.ts'

test('sentences of known meaning are checks that judge rows by it, or nothing; taken back, they require nothing', () => {
  const counts = { plain: 0, read: 0 }
  const wrong: string[] = []
  for (const sentence of fc.sample(madeSentences, 600)) {
    const comparison = compareReading(sentence)
    if (comparison.kind === 'wrong') wrong.push(`${sentence.text}: ${comparison.why}`)
    if (sentence.isUndone) continue
    counts.plain += 1
    if (comparison.kind === 'same') counts.read += 1
  }
  expect(wrong).toEqual([])
  expect(counts.read).toBeGreaterThan(0.85 * counts.plain)
})
