import type { ListedDiscrepancy } from '@outturn/contracts'
import type { Discrepancy } from '../../model/casework/discrepancy.ts'
import type { Spool } from '../../model/spool.ts'
import { partyOn, sideOf, type Viewer } from '../../model/viewer.ts'
import { sharedDiscrepancy } from './discrepancy-view.ts'

/** An open discrepancy in a row of a list of its party. */
export function listedDiscrepancy(spool: Spool, discrepancy: Discrepancy, viewer: Viewer): ListedDiscrepancy {
  const side = viewer.party === null ? 'buyer' : sideOf(viewer.party.role)
  const shown = sharedDiscrepancy(spool, discrepancy)
  return {
    ...{ id: shown.id, spoolId: spool.id, kind: shown.kind, severity: shown.severity, side },
    ...(shown.subject !== undefined && { subject: shown.subject }),
    ...(shown.predicate !== undefined && { predicate: shown.predicate }),
    spoolTitle: spool.agreement.deliverable.title,
    openedBy: shown.opened_by,
    otherParty: partyOn(spool, side === 'buyer' ? 'provider' : 'buyer').displayName,
    awaiting: shown.awaiting,
    openedAt: shown.opened_at,
    lapsesAt: shown.severity === 'block' ? shown.lapses_at : null,
  }
}
