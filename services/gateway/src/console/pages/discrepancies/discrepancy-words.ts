import { badge } from '@outturn/pages'
import type {
  CaseSeverity,
  DiscrepancyKind,
  DiscrepancyOutcome,
  DiscrepancyStatus,
} from '@outturn/vocabulary'
import type { VNode } from 'preact'

export const discrepancyListPath = '/console/discrepancies'

export const kindNames: Readonly<Record<DiscrepancyKind, string>> = {
  claim_fact_mismatch: 'A claim differs from a fact',
  amount_mismatch: 'Amounts differ',
  quantity_mismatch: 'Quantities differ',
  missing_fact: 'A claim without a fact',
  unclaimed_fact: 'A fact without a claim',
  duplicate: 'The same twice',
  timing: 'Times differ',
  provenance: 'Not from an agreed source',
  other: 'Another difference',
}
export const outcomeNames: Readonly<Record<DiscrepancyOutcome, string>> = {
  accepted_variance: 'The difference is accepted',
  claim_corrected: 'The claim was corrected',
  fact_corrected: 'The fact was corrected',
}
const severityNames: Readonly<Record<CaseSeverity, string>> = {
  info: 'For information',
  warn: 'Warning',
  block: 'Blocks the money',
}

/** How severe an open discrepancy is, or how it ended. */
export function stateBadge(status: DiscrepancyStatus, severity: CaseSeverity): VNode {
  if (status !== 'open') return badge('neutral', status === 'resolved' ? 'Resolved' : 'Dismissed')
  return badge(severity === 'block' ? 'partial' : 'info', severityNames[severity])
}
