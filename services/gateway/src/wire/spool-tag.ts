import { hash } from 'node:crypto'
import { storeConflict } from '@outturn/contracts'

const strongTag = /^"([1-9]\d{0,14})\.[\w-]{27}"$/

/**
 * The entity tag of a Spool as one caller sees it: its version, and a digest of the bytes, because views differ by
 * caller and change with time as well.
 */
export function spoolTag(version: number, bytes: Uint8Array): string {
  return `"${version}.${hash('sha256', bytes, 'base64url').slice(0, 27)}"`
}

/** Most tags of one `If-Match` header that are looked at. */
const mostTags = 20

/**
 * The versions that an `If-Match` header names, or undefined when any will do. What is no strong tag of ours matches no
 * Spool and is passed over; a header without one that could match refuses with `store_conflict`.
 */
export function expectedVersions(header: string | undefined): number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const tags = header.split(',', mostTags).map((tag) => strongTag.exec(tag.trim())?.[1])
  const versions = tags.flatMap((version) => (version === undefined ? [] : [Number(version)]))
  if (versions.length > 0) return versions
  throw storeConflict('The If-Match header does not hold the ETag of a Spool.', {
    field: 'If-Match',
    reason: 'version_mismatch',
    remediation: 'Read the Spool and send its ETag as it came, or leave If-Match out.',
  })
}

/** Whether an `If-None-Match` header names this tag. */
export function isKnownTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((known) => known.trim().replace(/^W\//, '') === tag)
}
