import type { DiscrepancyView } from '@outturn/contracts'
import { actsOf, currentDiscrepancy } from '../../discrepancies/current-discrepancy.ts'
import type { Discrepancy, OpeningText } from '../../model/casework/discrepancy.ts'
import type { Spool } from '../../model/spool.ts'
import type { Viewer } from '../../model/viewer.ts'

/** A discrepancy as a party of its Spool sees it now. */
export function discrepancyView(spool: Spool, kept: Discrepancy, viewer: Viewer): DiscrepancyView {
  return { ...sharedDiscrepancy(spool, kept), can: actsOf(currentDiscrepancy(kept, spool), viewer) }
}

/** The same as far as it is no matter of who reads it. */
export function sharedDiscrepancy(spool: Spool, kept: Discrepancy): Omit<DiscrepancyView, 'can'> {
  const discrepancy = currentDiscrepancy(kept, spool)
  const { status, about, proposal, resolution } = discrepancy
  const { claimId, factId, conditionId, unit, field } = about
  const isAwaited = status === 'open' && proposal !== null
  return {
    id: discrepancy.id,
    spool_id: spool.id,
    receipt_id: discrepancy.receiptId,
    kind: discrepancy.kind,
    severity: discrepancy.severity,
    status,
    ...(claimId !== null && { claim_id: claimId }),
    ...(factId !== null && { fact_id: factId }),
    ...(conditionId !== null && { condition_id: conditionId }),
    ...(unit !== null && { unit }),
    ...(field !== null && { field }),
    ...openingOf(discrepancy),
    opened_by: discrepancy.openedBy,
    opened_at: discrepancy.openedAt,
    still_found: discrepancy.stillFound,
    proposal:
      proposal === null
        ? null
        : {
            by: proposal.by,
            action: proposal.act,
            outcome: proposal.outcome,
            note: noteOf(discrepancy, proposal),
            at: proposal.at,
          },
    awaiting: isAwaited ? (proposal.by === 'buyer' ? 'provider' : 'buyer') : null,
    lapses_at: discrepancy.lapsesAt,
    resolution:
      resolution === null
        ? null
        : {
            by: resolution.by,
            outcome: resolution.outcome,
            note: noteOf(discrepancy, resolution),
            at: resolution.at,
          },
  }
}

function openingOf({ texts }: Discrepancy): OpeningText {
  for (const text of texts) if ('opening' in text) return text.opening
  return { description: '' }
}

export function noteOf({ texts }: Discrepancy, { note, by }: { note: string; by: string }): string {
  for (const text of texts) {
    if ('note' in text && text.digest === note && text.by === by) return text.note
  }
  return ''
}
