import { hash, randomBytes, randomUUID } from 'node:crypto'
import { type IdKind, idPrefixes } from '@outturn/agreement'

/** Where a process takes fresh ids from; tests pass a counting one. */
export type Ids = {
  /** A random id of this kind: its prefix and 96 random bits in hex. */
  newId(kind: IdKind): string
  /** A random UUID, for rows and messages that have no public id. */
  newUuid(): string
}

export const randomIds: Ids = { newId, newUuid: randomUUID }

/** A random id: the prefix of its kind, an underscore, and 96 random bits in hex. */
export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${randomBytes(12).toString('hex')}`
}

/**
 * The id that a seed always yields, so that a repeated command names the same things and every step of it is
 * insert-or-read: prefix, underscore, first 24 hex digits of SHA-256(`<prefix>:<seed>`).
 */
export function derivedId(kind: IdKind, seed: string): string {
  const prefix = idPrefixes[kind]
  return `${prefix}_${hash('sha256', `${prefix}:${seed}`).slice(0, 24)}`
}
