import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeDocument } from './judge-document.ts'
import { madeDocuments } from './made-documents.ts'
import { seedDocuments } from './seed-documents.ts'

test('a document with changed bytes ends in a result whose sums agree, or in a clear error', async () => {
  const documents = fc.sample(madeDocuments(await seedDocuments()), { seed: 43, numRuns: 150 })
  const ends = new Set<string>()
  for (const document of documents) {
    const { end, fault } = await judgeDocument(document)
    ends.add(`${document.kind} ${end}`)
    expect([document.kind, fault]).toEqual([document.kind, null])
  }
  expect(ends.size, 'results and refusals of every form').toBe(6)
})
