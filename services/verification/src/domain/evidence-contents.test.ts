import { nodeSha256 } from '@outturn/canonical/node'
import type { EvidenceContent } from '@outturn/agreement'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sampleJob, sampleRows } from '../testing/sample-job.ts'
import { ContentMismatchError, missingContents, withContents } from './evidence-contents.ts'

const hex = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const checks = [{ checker: 'completeness' as const, required_fields: ['email'] }]
const job = sampleJob({
  name: 'contents',
  checks: [...checks, ...checks],
  rows: sampleRows(2),
  byDigest: true,
})
const reply = (content: EvidenceContent) => new TextEncoder().encode(JSON.stringify({ content }))

function jobOver(contentDigest: string | null) {
  return { ...job, evidence: job.evidence.map((item) => ({ ...item, contentDigest })) }
}

test('a content that several items share is missing once', () => {
  expect(missingContents(job)).toHaveLength(1)
  expect(missingContents(sampleJob({ name: 'contents', checks, rows: sampleRows(2) }))).toEqual([])
})

test('content without a digest is found by the id of its evidence', () => {
  const bare = jobOver(null)
  const [first] = bare.evidence
  const content: EvidenceContent = { kind: 'reference', url: 'https://example.com/' }
  const items = withContents({ ...bare, contents: { [first?.id ?? '']: content } }, [], nodeSha256)
  expect(items.map((item) => item.content.kind)).toEqual(['reference', 'unavailable'])
})

test('the same bytes in two forms are two contents, each of its own item', () => {
  const digest = hex('a,b')
  const [first, second] = job.evidence
  const items = [
    { ...first, contentDigest: digest },
    { ...second, contentDigest: digest, contentKey: second?.id ?? '' },
  ] as typeof job.evidence
  const twice = { ...job, evidence: items, contents: {} }
  expect(missingContents(twice)).toEqual([digest, second?.id])
  const text: EvidenceContent = { kind: 'text', text: 'a,b' }
  const file: EvidenceContent = { kind: 'bytes', base64: 'YSxi', media_type: 'text/csv' }
  const fetched = [
    { key: digest, json: reply(text) },
    { key: second?.id ?? '', json: reply(file) },
  ]
  expect(withContents(twice, fetched, nodeSha256).map(({ content }) => content)).toEqual([text, file])
})

describe('fetched content', () => {
  const held: [EvidenceContent, string][] = [
    [{ kind: 'rows', rows: [{ b: 1, a: 'x' }] }, hex('[{"a":"x","b":1}]')],
    [{ kind: 'json', json: { b: [1], a: null } }, hex('{"a":null,"b":[1]}')],
    [{ kind: 'text', text: 'grün' }, hex('grün')],
    [{ kind: 'bytes', base64: 'AAH/', media_type: 'image/png' }, hex(Buffer.from([0, 1, 255]))],
  ]

  test.each(held)('%j is used under the digest of what it holds', (content, digest) => {
    const items = withContents(jobOver(digest), [{ key: digest, json: reply(content) }], nodeSha256)
    expect(items[0]?.content).toEqual(content)
  })

  test.each(held)('%j is refused under another digest', (content) => {
    const digest = hex('something else')
    expect(() => withContents(jobOver(digest), [{ key: digest, json: reply(content) }], nodeSha256)).toThrow(
      ContentMismatchError,
    )
  })
})
