import { conflict, unprocessable } from '@outturn/contracts'
import type { Side } from '@outturn/vocabulary'
import type { Spool, SpoolState } from './spool.ts'
import type { Viewer } from './viewer.ts'

/** Items of all kinds that one Spool keeps: what was submitted, and what the service recorded of people and judges. */
const maxHeldItems = 500

/** Evidence items that one Spool takes from each side, so that neither can use up the room of the other. */
export const maxEvidenceItems = 100

/** Items that a side has submitted. */
export function submittedBy(side: Side, { evidenceCount, buyerEvidenceCount }: SpoolState): number {
  return side === 'buyer' ? buyerEvidenceCount : evidenceCount
}

/** The sides whose room this caller may use: its own; in unilateral mode one caller submits for both. */
export function submittingSides({ agreement }: Spool, { sides }: Viewer): readonly Side[] {
  return agreement.mode === 'unilateral' && sides.length > 0 ? ['buyer', 'provider'] : sides
}

/** Refuses items beyond what one Spool keeps. */
export function assertRoom(items: number, field?: string): void {
  if (items <= maxHeldItems) return
  throw conflict(`A Spool keeps at most ${maxHeldItems} items of evidence, confirmations and results.`, {
    ...(field !== undefined && { field }),
    reason: 'evidence_limit_reached',
    remediation: 'Verify with what is recorded.',
  })
}

/** Refuses the first reference to evidence that the Spool does not hold; the field names the list of references. */
export function assertHeld(ids: readonly string[], evidence: readonly { id: string }[], field: string): void {
  const held = new Set(evidence.map(({ id }) => id))
  const unknown = ids.findIndex((id) => !held.has(id))
  if (unknown < 0) return
  throw unprocessable(`${field}[${unknown}]`, `This Spool holds no evidence ${ids[unknown]}.`, {
    remediation: 'Refer to evidence items of this Spool by their ids.',
  })
}
