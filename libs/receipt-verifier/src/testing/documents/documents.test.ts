import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { documentCases, readDocumentCases, readKeyDocuments } from '../read-corpus.ts'
import { documentAnswer } from './document-answer.ts'
import { documentFile } from './documents.ts'

const keys = readKeyDocuments()
const cases = readDocumentCases()

test('the published cases are those that their seeds make, each with a name of its own, in less than 1 MB', () => {
  const text = readFileSync(documentCases, 'utf8')
  expect(text === documentFile()).toBe(true)
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000)
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
})

test('of each kind of document there are some that count and more that do not', () => {
  for (const kind of ['keys', 'history', 'quote', 'file'] as const) {
    const verdicts = cases.filter((one) => one.kind === kind).map((one) => countsIn(one.expect))
    const counting = verdicts.filter((counts) => counts).length
    expect(counting, kind).toBeGreaterThanOrEqual(5)
    expect(verdicts.length - counting, kind).toBeGreaterThan(counting)
  }
})

test.each(cases)('the verifier answers as the author expects: $name', (one) => {
  expect(documentAnswer(one, keys)).toMatchObject(one.expect)
})

function countsIn(expected: object): boolean {
  const { usable, holds, valid } = expected as Readonly<Record<string, unknown>>
  return usable === true || holds === true || valid === true
}
