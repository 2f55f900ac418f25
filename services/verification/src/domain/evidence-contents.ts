import { type Sha256, readJson } from '@outturn/canonical'
import { contentKeyOf, type EvidenceContent, type EvidenceItem } from '@outturn/agreement'
import { contentDigest } from '@outturn/evaluation'
import { readEvidenceContent, type RunJob } from '@outturn/contracts'

/** Evidence content that did not travel with the job, as the JSON that the spool service answered with. */
export type FetchedContent = { readonly key: string; readonly json: Uint8Array }

/** Content whose bytes are not those that its digest was taken of; the run has no input then. */
export class ContentMismatchError extends Error {
  override readonly name = 'ContentMismatchError'
}

/** What the contents are kept under that the job names and does not carry, each once; only what has a digest is fetched. */
export function missingContents(job: RunJob): string[] {
  const keys = job.evidence.flatMap((item) => (item.contentDigest === null ? [] : [contentKeyOf(item)]))
  return [...new Set(keys)].filter((key) => !Object.hasOwn(job.contents, key))
}

/**
 * Every evidence item with its content; items of one digest share it. What neither travelled nor was fetched is
 * unavailable. Throws ContentMismatchError when a fetched content is not the one that was asked for.
 */
export function withContents(
  job: RunJob,
  fetched: readonly FetchedContent[],
  sha256: Sha256,
): EvidenceItem[] {
  const contents = new Map(Object.entries(job.contents))
  const digests = new Map(job.evidence.map((item) => [contentKeyOf(item), item.contentDigest]))
  for (const { key, json } of fetched) {
    contents.set(key, checkedContent(digests.get(key) ?? key, json, sha256))
  }
  return job.evidence.map((item) => ({
    ...item,
    content: contents.get(contentKeyOf(item)) ?? { kind: 'unavailable' },
  }))
}

function checkedContent(digest: string, json: Uint8Array, sha256: Sha256): EvidenceContent {
  const { content } = readEvidenceContent.output.parse(readJson(new TextDecoder().decode(json)))
  if (content.kind === 'reference' || content.kind === 'unavailable') return content
  const found = contentDigest(content, sha256)
  if (found === digest) return content
  throw new ContentMismatchError(`content ${digest} was answered with content ${found}`)
}
