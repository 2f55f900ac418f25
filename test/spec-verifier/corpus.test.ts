import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCorpusFile } from './corpus.mjs'

const corpus = new URL('../vectors/receipts/', import.meta.url)
const corpusFiles = readdirSync(corpus).filter((name) => name.endsWith('.jsonl'))

test('the corpus has the files that were read when this was written, or more', () => {
  expect(corpusFiles).toEqual(expect.arrayContaining(['attestations.jsonl', 'receipts.jsonl']))
})

test.each(corpusFiles)('a verifier from the pages alone answers every case of %s', (file) => {
  const { total, disagreeing } = runCorpusFile(file)
  expect(total).toBeGreaterThan(50)
  expect(disagreeing).toEqual([])
})

test('what reads other documents, from their pages, answers every case of them', () => {
  const { total, disagreeing } = runCorpusFile('../documents/documents.jsonl')
  expect(total).toBeGreaterThan(150)
  expect(disagreeing).toEqual([])
})

test('the verifier is made of its own files and Node alone', () => {
  const modules = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.mjs'))
  expect(modules.length).toBeGreaterThan(10)
  const allowed = new Set(['node:crypto', 'node:fs', ...modules.map((name) => `./${name}`)])
  for (const name of modules) {
    const text = readFileSync(`${import.meta.dirname}/${name}`, 'utf8')
    const imported = [...text.matchAll(/\b(?:from|import) '([^']+)'/gu)].map(([, target]) => target)
    expect(imported.filter((target) => !allowed.has(target ?? ''))).toEqual([])
    // Nothing is loaded in another way.
    expect(text).not.toMatch(
      /\bimport\s*\(|\b(?:from|import)\s*["`]|\b(?:createRequire|require|getBuiltinModule|eval|Function)\b\(?/u,
    )
  }
})
