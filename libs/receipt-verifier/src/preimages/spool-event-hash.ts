import type { ActorKind } from '@outturn/vocabulary'
import { type JsonValue, type Sha256, canonicalJson, digestOf, portableSha256 } from '@outturn/canonical'

/** The `prev_hash` of a Spool's first event. */
export const FIRST_PREV_HASH = '0'.repeat(64)

/** One event of a Spool's history before its own hash is known. */
export interface UnhashedSpoolEvent {
  readonly id: string
  readonly type: string
  readonly at: string
  readonly actor: { readonly party_id: string | null; readonly kind: ActorKind }
  readonly data: JsonValue
  /** 1 for the first event of the Spool. */
  readonly seq: number
  /** Hash of the event before, so that none can be changed or left out unseen. */
  readonly prev_hash: string
}

/** One event as it is listed. */
export interface HashedSpoolEvent extends UnhashedSpoolEvent {
  readonly hash: string
}

/** The `hash` of a Spool event: SHA-256 of the canonical event without it, as 64 hexadecimal digits. */
export function spoolEventHash(event: UnhashedSpoolEvent, sha256: Sha256 = portableSha256): string {
  return digestOf(
    canonicalJson({
      id: event.id,
      type: event.type,
      at: event.at,
      actor: event.actor,
      data: event.data,
      seq: event.seq,
      prev_hash: event.prev_hash,
    }),
    sha256,
  )
}
