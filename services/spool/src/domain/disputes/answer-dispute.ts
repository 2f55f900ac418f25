import { unprocessable } from '@outturn/contracts'
import type { Side } from '@outturn/vocabulary'
import { settleVerdict } from '../lifecycle/timers.ts'
import { resolvedEntry, withDispute, withResolved } from '../model/casework/dispute.ts'
import type { DecidedCondition, DisputeEvent, DisputeText } from '../model/casework/dispute-state.ts'
import type { Decision, Entry } from '../model/decision.ts'
import { partyActor } from '../model/viewer.ts'
import type { TextFacts } from './add-statement.ts'
import type { Dispute, DisputeStatement } from '../model/spool.ts'
import { allFailed, assertOutcomes, statesSame } from './decided-outcomes.ts'
import { answererOf, assertMayInDispute, type DisputeMoment } from './dispute-actions.ts'

/** What a party answers. */
export type SentAnswer = {
  readonly answer: 'accept' | 'reject'
  readonly outcomes: readonly DecidedCondition[] | null
  readonly detail: string | null
}

/** The outcomes of a new receipt that both parties agreed to; null where the evidence is judged again as it is. */
export type AgreedCorrection = { readonly outcomes: readonly DecidedCondition[] | null }

/** The Spool after an answer, and the correction that it asks for; null where it asks for none. */
export type AnsweredDispute = { readonly decision: Decision; readonly corrects: AgreedCorrection | null }

/**
 * The Spool after the answer of a party to a dispute. Accepting does what the dispute asks for; with outcomes that the other side has not
 * stated it is a proposal. Rejecting ends nothing. No party accepts its own proposal.
 */
export function answerDispute(
  moment: DisputeMoment & { readonly said: DisputeStatement },
  sent: SentAnswer,
  facts: TextFacts,
): AnsweredDispute {
  assertMayInDispute('respond', moment)
  const { spool, dispute, viewer, said } = moment
  const by = answererOf(dispute, viewer) as Side
  assertFits(sent, said)
  if (sent.answer === 'reject') return kept(answered(moment, by, 'rejected', sent, facts))
  switch (said.remedy) {
    case 'release':
      return kept(upheld(answered(moment, by, 'accepted', sent, facts), dispute, facts.at))
    case 're_verify':
      return { decision: answered(moment, by, 'accepted', sent, facts), corrects: { outcomes: null } }
    case 'refund': {
      return {
        decision: answered(moment, by, 'accepted', sent, facts),
        corrects: { outcomes: allFailed(spool) },
      }
    }
    case 'correct_receipt':
      return withOutcomes(moment, by, sent, facts)
    default:
      return said.remedy satisfies never
  }
}

/** Equal outcomes of both sides take effect; others are proposed to the other side. The same proposal again changes nothing. */
function withOutcomes(
  moment: DisputeMoment & { readonly said: DisputeStatement },
  by: Side,
  sent: SentAnswer,
  facts: TextFacts,
): AnsweredDispute {
  const { spool, dispute, said } = moment
  const outcomes = sent.outcomes ?? []
  assertOutcomes(outcomes, spool, 'condition_outcomes')
  const { proposal } = dispute
  if (proposal?.by === by && statesSame(proposal.outcomes, outcomes)) {
    return kept({ spool, entries: [] })
  }
  const offered = offerTo(by, dispute, said)
  if (offered !== null && statesSame(offered, outcomes)) {
    return { decision: answered(moment, by, 'accepted', sent, facts), corrects: { outcomes } }
  }
  const proposed = answered(moment, by, 'outcomes_proposed', sent, facts)
  const { state } = proposed.spool
  const disputes = withDispute(state.disputes, dispute.id, { proposal: { by, outcomes, at: facts.at } })
  return kept({ ...proposed, spool: { ...proposed.spool, state: { ...state, disputes } } })
}

/** The outcomes that the other side has stated last; null where it has stated none. */
function offerTo(
  by: Side,
  { side, proposal }: Dispute,
  { proposedOutcomes }: DisputeStatement,
): readonly DecidedCondition[] | null {
  if (proposal !== null && proposal.by !== by) return proposal.outcomes
  return by === side ? null : (proposedOutcomes ?? null)
}

function assertFits({ answer, outcomes, detail }: SentAnswer, { remedy }: DisputeStatement): void {
  if (answer === 'reject' && detail === null) {
    throw unprocessable('detail', 'A rejection says why.', {
      remediation: 'Send detail, an explanation for the other party.',
    })
  }
  const takesOutcomes = answer === 'accept' && remedy === 'correct_receipt'
  if (takesOutcomes && outcomes === null) {
    throw unprocessable('condition_outcomes', 'This dispute asks for a corrected receipt, with outcomes.', {
      remediation: 'Send the outcomes that you agree to: those of the proposal, or your own.',
    })
  }
  if (takesOutcomes || outcomes === null) return
  throw unprocessable(
    'condition_outcomes',
    answer === 'reject'
      ? 'A rejection states no outcomes.'
      : `Outcomes are stated where a dispute asks for correct_receipt; this one asks for ${remedy}.`,
    { remediation: 'Leave condition_outcomes out.' },
  )
}

/** The Spool with an answer on the timeline, and its text to be kept beside. */
function answered(
  { spool, dispute, viewer }: DisputeMoment,
  by: Side,
  type: 'accepted' | 'outcomes_proposed' | 'rejected',
  { detail }: SentAnswer,
  { at, digestOf }: TextFacts,
): Decision {
  const said = { ...dispute.said, answers: { ...dispute.said.answers, [by]: dispute.said.answers[by] + 1 } }
  const text: DisputeText | null = detail === null ? null : { by, detail, evidenceRefs: [], at }
  const step: DisputeEvent = { type, at, by }
  return {
    spool: {
      ...spool,
      state: { ...spool.state, disputes: withDispute(spool.state.disputes, dispute.id, { said }, step) },
    },
    entries: [
      {
        type: 'dispute.answered',
        at,
        actor: partyActor(viewer),
        data: {
          ...{ dispute_id: dispute.id, receipt_id: dispute.receiptId, answer: type, by },
          ...(detail !== null && { text_digest: digestOf(detail) }),
        },
      },
    ],
    ...(text !== null && { disputeText: { disputeId: dispute.id, text } }),
  }
}

/** The Spool once a dispute is decided and its receipt stands; what the dispute held goes on. */
function upheld(decision: Decision, dispute: Dispute, at: string): Decision {
  const resolution = { outcome: 'upheld', by: 'counterparty', at } as const
  return resolvedUpheld(decision, dispute, resolution)
}

/** The same for any decision by which the receipt stands. */
export function resolvedUpheld(
  decision: Decision,
  dispute: Dispute,
  resolution: NonNullable<Dispute['resolution']>,
): Decision {
  const { at } = resolution
  const state = { ...decision.spool.state, ...withResolved(decision.spool.state, dispute, resolution) }
  const settled = settleVerdict({ ...decision.spool, state }, at)
  const actor = { party_id: null, kind: 'service' } as const
  const entry: Entry = resolvedEntry(dispute, 'upheld', { at, actor }, resolution.by)
  return { ...decision, spool: settled.spool, entries: [...decision.entries, entry, ...settled.entries] }
}

function kept(decision: Decision): AnsweredDispute {
  return { decision, corrects: null }
}
