import {
  conflict,
  forbidden,
  invalidState,
  outOfScope,
  type Refusal,
  storeConflict,
} from '@outturn/contracts'
import { type DisputeAction, disputeActions, isOneOf } from '@outturn/vocabulary'
import { isOpenDispute } from '../model/casework/dispute.ts'
import type { Dispute, Spool } from '../model/spool.ts'
import type { Viewer } from '../model/viewer.ts'

/** A dispute with who looks at it, and the Spool that it is of. */
export type DisputeMoment = { readonly spool: Spool; readonly dispute: Dispute; readonly viewer: Viewer }

const mayAct = ['full', 'counterparty'] as const
/** Statements that a side may add to one dispute. */
const maxStatements = 10

/** Why a party may not do something with a dispute now, or null. Scope and party come before how the dispute stands. */
export function findDisputeDenial(action: DisputeAction, moment: DisputeMoment): Refusal | null {
  const { scope } = moment.viewer
  if (!isOneOf(mayAct, scope)) {
    return outOfScope(`A caller of scope ${scope} may not act in a dispute.`, mayAct)
  }
  return rules[action](moment)
}

export function assertMayInDispute(action: DisputeAction, moment: DisputeMoment): void {
  const denial = findDisputeDenial(action, moment)
  if (denial !== null) throw denial
}

/** What succeeds for a caller now with a right body, sorted. */
export function canOf(moment: DisputeMoment): DisputeAction[] {
  return disputeActions.filter((action) => findDisputeDenial(action, moment) === null)
}

const rules: { readonly [Action in DisputeAction]: (moment: DisputeMoment) => Refusal | null } = {
  statements: ({ dispute, viewer }) =>
    closed(dispute) ??
    (viewer.sides.some((side) => dispute.said.statements[side] < maxStatements)
      ? null
      : conflict(`A side adds at most ${maxStatements} statements to one dispute.`, {
          reason: 'statement_limit_reached',
          remediation: 'Leave it to the statements that are there.',
        })),
  withdraw: ({ spool, dispute, viewer }) =>
    (viewer.sides.includes(dispute.side)
      ? null
      : forbidden('Only the party that opened a dispute may withdraw it.', {
          reason: 'opener_only',
          remediation: 'Respond to the dispute, or wait until its deadline.',
        })) ??
    closed(dispute) ??
    decided(dispute) ??
    verifying(spool),
}

function closed(dispute: Dispute): Refusal | null {
  if (isOpenDispute(dispute)) return null
  return invalidState(`Dispute ${dispute.id} has ended: it is ${dispute.status}.`, {
    reason: 'dispute_closed',
    remediation: `Read it with GET /api/v1/disputes/${dispute.id}.`,
  })
}

function decided({ id, decision }: Dispute): Refusal | null {
  if (decision === null) return null
  return invalidState(`Dispute ${id} is decided; its new receipt is still to come.`, {
    reason: 'dispute_decided',
    remediation: 'Wait for the new receipt: it is issued as soon as no settlement of the Spool is under way.',
  })
}

function verifying({ state }: Spool): Refusal | null {
  if (state.openRun === null) return null
  return storeConflict('A verification of this Spool is under way.', {
    reason: 'verification_in_progress',
    remediation: 'Wait for the seconds in Retry-After, read the dispute and decide again.',
    retryAfterSeconds: 1,
  })
}
