import { createHash } from 'node:crypto'
import { storeConflict } from '@outturn/contracts'

const strongTag = /^"([1-9]\d{0,14})\.[\w-]{27}"$/

/**
 * The entity tag of a Spool as one caller sees it: its version, and a digest of the bytes, because views differ by
 * caller and change with time as well.
 */
export function spoolTag(version: number, bytes: Uint8Array): string {
  return `"${version}.${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}

/**
 * The version that an `If-Match` header asks for, or undefined when it asks for none. Anything but one tag of ours
 * cannot match and refuses with `store_conflict`.
 */
export function expectedVersion(header: string | undefined): number | undefined {
  const tag = header?.trim()
  if (tag === undefined || tag === '*') return undefined
  const version = strongTag.exec(tag)?.[1]
  if (version === undefined) {
    throw storeConflict('The If-Match header is not the ETag of a Spool.', {
      field: 'If-Match',
      remediation: 'Read the Spool and send its ETag as it came, or leave If-Match out.',
    })
  }
  return Number(version)
}

/** Whether an `If-None-Match` header names this tag. */
export function isKnownTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((known) => known.trim().replace(/^W\//, '') === tag)
}
