import { describe, expect, test } from 'vitest'
import { readPolicy } from '../read-policy.ts'
import { type CorpusText, corpusLine, readCorpus } from './read-corpus.fixture.ts'

const buyers = readCorpus('buyers.txt')
const hostile = readCorpus('hostile.txt')

test('the corpus has at least 300 different texts, half of them hostile', () => {
  const all = [...buyers, ...hostile].map(({ source, fields }) => `${source} ${fields.join()}`)
  expect(new Set(all).size).toBe(all.length)
  expect(buyers.length).toBeGreaterThanOrEqual(150)
  expect(hostile.length).toBeGreaterThanOrEqual(150)
})

describe('texts as buyers write them', () => {
  test.each(buyers.map(titled))('line %i: %s', (_, __, text) => expectReading(text))
})

describe('texts of the hostile and the careless', () => {
  test.each(hostile.map(titled))('line %i: %s', (_, __, text) => expectReading(text))
})

function titled(text: CorpusText): readonly [number, string, CorpusText] {
  return [text.line, text.source, text]
}

function expectReading({ source, fields, expected }: CorpusText): void {
  const { parts } = readPolicy(source, {
    unitization: null,
    isSoftware: false,
    fields: fields.map((name) => ({ name })),
  })
  expect(parts.map(corpusLine)).toEqual(expected)
}
