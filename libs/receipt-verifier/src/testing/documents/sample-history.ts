import { type JsonValue } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { FIRST_PREV_HASH, type HashedSpoolEvent, spoolEventHash } from '../../preimages/spool-event-hash.ts'

/** What happened at one place of a history, before its number and its hashes. */
type Happened = Pick<HashedSpoolEvent, 'type' | 'data'> & { readonly party: string | null }

const happened: readonly Happened[] = [
  { type: 'spool.created', party: 'pty_000000000000000000000001', data: { mode: 'bilateral' } },
  { type: 'spool.accepted', party: 'pty_000000000000000000000002', data: { agreement_version: 1 } },
  {
    type: 'evidence.submitted',
    party: 'pty_000000000000000000000002',
    data: ['Größe', 1.5, null, { b: 2, a: [] }],
  },
  { type: 'spool.verified', party: null, data: { note: 'emoji 😀, separators \u2028, escape \u001b' } },
]

/** The events of a Spool, each with its number, the hash of the one before and its own. */
export function sampleHistory(data: readonly JsonValue[] = []): HashedSpoolEvent[] {
  let prev_hash = FIRST_PREV_HASH
  return happened.map((one, index) => {
    const unhashed = {
      id: `evt_${String(index + 1).padStart(24, '0')}`,
      type: one.type,
      at: `2025-12-31T00:0${index}:00.000Z`,
      actor: { party_id: one.party, kind: one.party === null ? ('service' as const) : ('party' as const) },
      data: data[index] ?? one.data,
      seq: index + 1,
      prev_hash,
    }
    const event = hashedAnew(unhashed)
    prev_hash = event.hash
    return event
  })
}

/** The event with the hash of what it says. */
export function hashedAnew(event: Omit<HashedSpoolEvent, 'hash'>): HashedSpoolEvent {
  return { ...event, hash: spoolEventHash(event, nodeSha256) }
}

export function headOf(events: readonly HashedSpoolEvent[], seq = events.length) {
  return { seq, hash: events[seq - 1]?.hash ?? FIRST_PREV_HASH }
}
