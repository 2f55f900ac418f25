import type { Discrepancy } from '../../domain/model/casework/discrepancy.ts'

/** A discrepancy as its row holds it: its texts by themselves, because they can be erased. */
export type DiscrepancyRow = {
  id: string
  ordinal: number
  status: Discrepancy['status']
  /** What a match found: no match opens it twice. Null where a party reported it. */
  found: string | null
  state: Omit<Discrepancy, 'id' | 'ordinal' | 'status' | 'texts'>
  texts: Discrepancy['texts']
}

export function toDiscrepancyRow({ id, ordinal, status, texts, ...state }: Discrepancy): DiscrepancyRow {
  return { id, ordinal, status, found: foundKey(state), state, texts }
}

export function fromDiscrepancyRow({ id, ordinal, status, state, texts }: DiscrepancyRow): Discrepancy {
  return { id, ordinal, status, ...state, texts }
}

/** The pair and the kind that a match found; null for what is about no pair. */
function foundKey({
  kind,
  about: { claimId, factId },
  openedBy,
}: Pick<Discrepancy, 'about' | 'kind' | 'openedBy'>): string | null {
  if (openedBy !== 'service' || (claimId === null && factId === null)) return null
  return [claimId, factId, kind].join(' ')
}
