import { readFileSync } from 'node:fs'
import type { AttestationCase, CorpusCase } from './corpus/corpus-case.ts'
import type { DocumentCase } from './documents/document-case.ts'

export const corpusFolder = new URL('../../../../test/vectors/receipts/', import.meta.url)
export const documentCases = new URL('../documents/documents.jsonl', corpusFolder)

export function readCorpusFile(name: string): string {
  return readFileSync(new URL(name, corpusFolder), 'utf8')
}

export function readReceiptCases(): CorpusCase[] {
  return linesOf(readCorpusFile('receipts.jsonl')) as CorpusCase[]
}

export function readAttestationCases(): AttestationCase[] {
  return linesOf(readCorpusFile('attestations.jsonl')) as AttestationCase[]
}

export function readDocumentCases(): DocumentCase[] {
  return linesOf(readFileSync(documentCases, 'utf8')) as DocumentCase[]
}

export function readKeyDocuments(): Readonly<Record<string, object>> {
  return JSON.parse(readCorpusFile('keys.json')) as Record<string, object>
}

function linesOf(file: string): unknown[] {
  return file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}
