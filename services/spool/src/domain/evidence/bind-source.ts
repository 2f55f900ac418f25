import type { Side } from '@outturn/vocabulary'
import { type RequiredSource, requiredSourceIds } from '../model/casework/required-sources.ts'
import type { Decision, Entry } from '../model/decision.ts'
import type { Condition, Party, Spool } from '../model/spool.ts'
import { sidesOfAccounts, type Viewer } from '../model/viewer.ts'

type BoundSource = {
  readonly id: string
  readonly scheme: string | null
  readonly registeredBy: Side | null
}

/** The Spool with a source of one of its parties in its history. */
export function bindSource(
  spool: Spool,
  { party, sides }: Viewer,
  { id, scheme }: Pick<BoundSource, 'id' | 'scheme'>,
  now: Date,
): Decision {
  const source = { id, scheme, registeredBy: sides[0] ?? null }
  return { spool, entries: [boundEntry(source, party?.partyId ?? null, now.toISOString())] }
}

/** A decision with an entry for each source that its agreement names and the agreement before it did not. */
export function bindNamedSources(
  { entries, ...decision }: Decision,
  sources: readonly RequiredSource[],
  { before, partyId, at }: { before: readonly Condition[]; partyId: string | null; at: string },
): Decision {
  const { agreement, id: spoolId } = decision.spool
  const known = requiredSourceIds(before)
  // A source that was made for the Spool is in its history from then on.
  const named = requiredSourceIds(agreement.conditions)
    .filter((id) => !known.includes(id))
    .flatMap((id) => sources.filter((source) => source.sourceId === id && source.spoolId !== spoolId))
  return {
    ...decision,
    entries: [
      ...entries,
      ...named.map((source) => boundEntry(toBoundSource(source, agreement.parties), partyId, at)),
    ],
  }
}

function toBoundSource(
  { sourceId, scheme, accountId }: RequiredSource,
  parties: readonly Party[],
): BoundSource {
  return { id: sourceId, scheme, registeredBy: sidesOfAccounts(parties).get(accountId) ?? null }
}

function boundEntry({ id, scheme, registeredBy }: BoundSource, partyId: string | null, at: string): Entry {
  return {
    type: 'source.bound',
    at,
    actor: { party_id: partyId, kind: 'party' },
    data: { source_id: id, registered_by: registeredBy, scheme },
  }
}
