import { type DiscrepancyAct, discrepancyActs, isOneOf } from '@outturn/vocabulary'
import type { Discrepancy } from '../model/casework/discrepancy.ts'
import type { Spool } from '../model/spool.ts'
import { sideOf, type Viewer } from '../model/viewer.ts'

const mayClose = ['full', 'counterparty'] as const

/** A discrepancy as it is in its Spool now: a block that has lapsed is a warning, and what was proposed is void. */
export function currentDiscrepancy(discrepancy: Discrepancy, { state }: Spool): Discrepancy {
  const { id, ordinal, status, severity } = discrepancy
  const { blocks, recorded } = state.discrepancies
  // One that was opened after the Spool was read is not in its state.
  if (status !== 'open' || severity !== 'block' || ordinal > recorded) return discrepancy
  if (blocks.some((block) => block.id === id)) return discrepancy
  return { ...discrepancy, severity: 'warn', proposal: null, request: null }
}

/** Whether one side alone dismisses it: the one that opened it, or either where the service did. */
export function mayDismissAlone(
  { openedBy }: Pick<Discrepancy, 'openedBy'>,
  side: 'buyer' | 'provider',
): boolean {
  return openedBy === 'service' || openedBy === side
}

/** What a caller may do with a discrepancy as it is now, as the last words of the paths, sorted. */
export function actsOf({ status, severity, openedBy }: Discrepancy, viewer: Viewer): DiscrepancyAct[] {
  if (status !== 'open' || viewer.party === null || !isOneOf(mayClose, viewer.scope)) return []
  const side = sideOf(viewer.party.role)
  return discrepancyActs.filter(
    (act) => act === 'resolve' || severity === 'block' || mayDismissAlone({ openedBy }, side),
  )
}
