import type { Decision } from '../model/decision.ts'
import type { Spool } from '../model/spool.ts'
import type { Viewer } from '../model/viewer.ts'

/** The Spool with a source of one of its parties in its history. */
export function bindSource(
  spool: Spool,
  { party, sides }: Viewer,
  source: { readonly id: string; readonly scheme: string | null },
  now: Date,
): Decision {
  return {
    spool,
    entries: [
      {
        type: 'source.bound',
        at: now.toISOString(),
        actor: { party_id: party?.partyId ?? null, kind: 'party' },
        data: { source_id: source.id, registered_by: sides[0] ?? null, scheme: source.scheme },
      },
    ],
  }
}
