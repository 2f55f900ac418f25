import type { Discrepancy, OpenBlock } from './discrepancy.ts'
import type { Entry } from '../history.ts'
import { withoutHolds } from '../hold.ts'
import type { SpoolState } from '../spool.ts'

type Happening = 'opened' | 'proposed' | 'resolved' | 'dismissed'

/** What the history says of a discrepancy: ids, words of closed lists and the digest of the text, which stands beside. */
export function discrepancyEntry(
  happening: Happening,
  { id, kind, severity }: Pick<Discrepancy, 'id' | 'kind' | 'severity'>,
  { actor, at, textDigest, outcome = null }: EntryFacts,
): Entry {
  return {
    type: `discrepancy.${happening}`,
    at,
    actor,
    data: {
      discrepancy_id: id,
      kind,
      severity,
      ...(outcome !== null && { outcome }),
      text_digest: textDigest,
    },
  }
}

type EntryFacts = Pick<Entry, 'actor' | 'at'> & { textDigest: string; outcome?: string | null }

/** The state once a discrepancy holds the money no longer: closed, or lapsed to a warning that is still open. */
export function withoutBlock(
  state: Pick<SpoolState, 'discrepancies' | 'heldTime' | 'holds'>,
  id: string,
  at: string,
): Pick<SpoolState, 'discrepancies' | 'heldTime' | 'holds'> {
  const { discrepancies } = state
  const blocks = discrepancies.blocks.filter((block) => block.id !== id)
  return { ...withoutHolds(state, [id], at), discrepancies: { ...discrepancies, blocks } }
}

/** The same for several. */
export function withoutBlocks(
  state: Pick<SpoolState, 'discrepancies' | 'heldTime' | 'holds'>,
  blocks: readonly OpenBlock[],
  at: string,
): Pick<SpoolState, 'discrepancies' | 'heldTime' | 'holds'> {
  const { discrepancies, heldTime, holds } = state
  return blocks.reduce((left, { id }) => withoutBlock(left, id, at), { discrepancies, heldTime, holds })
}

/** What the history says of a block that became a warning. */
export function lapsedEntry({ id, kind }: OpenBlock, { at, actor }: Pick<Entry, 'actor' | 'at'>): Entry {
  return {
    type: 'discrepancy.lapsed',
    at,
    actor,
    data: { discrepancy_id: id, kind, severity: 'warn' },
  }
}
