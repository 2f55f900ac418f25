import { readFileSync } from 'node:fs'
import type { AttestationCase, CorpusCase } from './corpus/corpus-case.ts'

export const corpusFolder = new URL('../../../../test/vectors/receipts/', import.meta.url)

export function readCorpusFile(name: string): string {
  return readFileSync(new URL(name, corpusFolder), 'utf8')
}

export function readReceiptCases(): CorpusCase[] {
  return linesOf('receipts.jsonl') as CorpusCase[]
}

export function readAttestationCases(): AttestationCase[] {
  return linesOf('attestations.jsonl') as AttestationCase[]
}

export function readKeyDocuments(): Readonly<Record<string, object>> {
  return JSON.parse(readCorpusFile('keys.json')) as Record<string, object>
}

function linesOf(name: string): unknown[] {
  return readCorpusFile(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}
