import {
  conflict,
  forbidden,
  invalidState,
  outOfScope,
  type Refusal,
  storeConflict,
} from '@outturn/contracts'
import { type DisputeAction, disputeActions, isOneOf, type Side } from '@outturn/vocabulary'
import { isOpenDispute } from '../model/casework/dispute.ts'
import type { Dispute, Spool } from '../model/spool.ts'
import { otherSide, type Viewer } from '../model/viewer.ts'

/** A dispute with who looks at it, and the Spool that it is of. */
export type DisputeMoment = { readonly spool: Spool; readonly dispute: Dispute; readonly viewer: Viewer }

const mayAct = ['full', 'counterparty'] as const
/** Statements that a side may add to one dispute. */
const maxStatements = 10
/** Answers that a side may give in one dispute, so that none grows without end. */
const maxAnswers = 20

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
  respond: ({ spool, dispute, viewer }) =>
    wrongAnswerer(dispute, viewer) ??
    closed(dispute) ??
    unresolvable(spool) ??
    decided(dispute) ??
    verifying(spool) ??
    (dispute.said.answers[answererOf(dispute, viewer) ?? dispute.side] < maxAnswers
      ? null
      : conflict(`A side answers at most ${maxAnswers} times in one dispute.`, {
          reason: 'answer_limit_reached',
          remediation: 'Wait until the deadline of the dispute.',
        })),
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

const mayJudge = ['full', 'verify'] as const

/** Refuses the decision of a judge that a caller may not send now, or that the agreement does not provide for. */
export function assertTakesResult({ spool, dispute, viewer }: DisputeMoment): void {
  const { scope } = viewer
  const denial = isOneOf(mayJudge, scope)
    ? (closed(dispute) ?? judgeless(spool) ?? decided(dispute) ?? verifying(spool))
    : outOfScope(`A caller of scope ${scope} may not send the decision of a judge.`, mayJudge)
  if (denial !== null) throw denial
}

function judgeless({ agreement }: Spool): Refusal | null {
  const { resolver } = agreement.disputePolicy
  if (resolver === 'external') return null
  return invalidState('By the agreement no external party resolves disputes.', {
    reason: resolver === 'none' ? 'no_resolver' : 'other_resolver',
    remediation: 'Read resolver of the dispute: it says who resolves it.',
  })
}

/** The side whose answer a dispute waits for: the other one, or its opener once the other one has proposed something. */
function answeringSide({ side, proposal }: Dispute): Side {
  return proposal !== null && proposal.by !== side ? side : otherSide(side)
}

/** The side of a caller that answers: the other one may answer again while its proposal waits for the opener. */
export function answererOf(dispute: Dispute, { sides }: Viewer): Side | null {
  const awaited = answeringSide(dispute)
  const other = otherSide(dispute.side)
  return [awaited, other].find((side) => sides.includes(side)) ?? null
}

function wrongAnswerer(dispute: Dispute, viewer: Viewer): Refusal | null {
  if (answererOf(dispute, viewer) !== null) return null
  return forbidden('Only the party that did not open the dispute may answer it.', {
    reason: 'other_party_only',
    remediation: 'Wait for the answer of the other party, or withdraw the dispute.',
  })
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

function unresolvable({ agreement }: Spool): Refusal | null {
  const { resolver } = agreement.disputePolicy
  if (resolver === 'counterparty') return null
  if (resolver === 'none') {
    return invalidState('The agreement names no one who resolves a dispute: it ends by its deadline.', {
      reason: 'no_resolver',
      remediation: 'Add a statement, or wait until the deadline of the dispute.',
    })
  }
  return invalidState(
    resolver === 'review'
      ? 'By the agreement a review resolves a dispute, not the answer of a party.'
      : 'By the agreement an external party resolves a dispute, not the answer of a party.',
    {
      reason: 'other_resolver',
      remediation:
        resolver === 'review'
          ? 'Request a review of the receipt with the id of the dispute.'
          : 'Send the signed decision of the external party to the operation external-result of the dispute.',
    },
  )
}

function verifying({ state }: Spool): Refusal | null {
  if (state.openRun === null) return null
  return storeConflict('A verification of this Spool is under way.', {
    reason: 'verification_in_progress',
    remediation: 'Wait for the seconds in Retry-After, read the dispute and decide again.',
    retryAfterSeconds: 1,
  })
}
