import type { ActorKind, SpoolEventType } from '@outturn/vocabulary'

/** An event before it is chained: its id comes from the caller. */
export type HistoryEntry = {
  id: string
  type: string
  at: string
  actor: { party_id: string | null; kind: ActorKind }
  data: Record<string, unknown>
}

/** An entry before it has an id and its place in the chain. */
export type Entry = Omit<HistoryEntry, 'id' | 'type'> & { type: SpoolEventType }

export type ChainedEntry = HistoryEntry & { seq: number; prev_hash: string; hash: string }

export type HistoryHead = { length: number; hash: string }

/** The head of a history without entries. */
export const emptyHistory: HistoryHead = { length: 0, hash: '0'.repeat(64) }

/** Chains entries onto a history: each hash covers the entry and, through prev_hash, all before it. */
export function chainHistory(
  head: HistoryHead,
  entries: readonly HistoryEntry[],
  hashOf: (entry: Omit<ChainedEntry, 'hash'>) => string,
): { chained: ChainedEntry[]; head: HistoryHead } {
  let { length, hash } = head
  const chained = entries.map((entry) => {
    const unhashed = { ...entry, seq: length + 1, prev_hash: hash }
    const own = hashOf(unhashed)
    length += 1
    hash = own
    return { ...unhashed, hash: own }
  })
  return { chained, head: { length, hash } }
}
