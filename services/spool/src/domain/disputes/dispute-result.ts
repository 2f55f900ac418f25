import type { ExternalJudge } from '@outturn/agreement'
import { millisecondFrom } from '@outturn/checkers'
import { forbidden, invalidState, unprocessable } from '@outturn/contracts'
import { disputeResultPreimage } from '@outturn/receipt-verifier/issuing'
import { withDispute } from '../model/casework/dispute.ts'
import type { DecidedCondition } from '../model/casework/dispute-state.ts'
import type { Decision } from '../model/decision.ts'
import type { Spool } from '../model/spool.ts'
import { partyActor } from '../model/viewer.ts'
import { type AnsweredDispute, resolvedUpheld } from './answer-dispute.ts'
import { assertOutcomes } from './decided-outcomes.ts'
import { assertTakesResult, type DisputeMoment } from './dispute-actions.ts'

/** The decision of a judge on a dispute, as it was sent. */
export type SentResult = {
  readonly evaluator: string
  readonly decision: 'overturn' | 'uphold'
  readonly outcomes: readonly DecidedCondition[]
  readonly observedAt: string
}

/** A decision with the judge that the agreement names, and the text that the proof must be over. */
export type JudgedDispute = { readonly judge: ExternalJudge; readonly signedText: string }

/** How far the clock of a judge may be ahead of this one. */
const clockSkewMs = 60_000

/**
 * Holds the decision of a judge against what was agreed: the agreement names this judge for disputes, and has its key with a condition; the
 * decision fits its outcomes. Whether it is the judge's own is decided by its proof.
 */
export function readDisputeResult(
  moment: DisputeMoment,
  sent: SentResult,
  { slug, now }: { slug: string; now: Date },
): JudgedDispute {
  assertTakesResult(moment)
  const { spool, dispute } = moment
  const judge = namedJudge(spool, sent)
  assertDecides(sent, spool)
  if (Date.parse(millisecondFrom(sent.observedAt)) > now.getTime() + clockSkewMs) {
    throw unprocessable(
      'observed_at',
      `observed_at is ${sent.observedAt}, which is in the future; it is ${now.toISOString()}.`,
      {
        remediation: 'Send the time at which the judge decided, and set its clock.',
      },
    )
  }
  return {
    judge,
    signedText: disputeResultPreimage(slug, {
      dispute_id: dispute.id,
      receipt_id: dispute.receiptId,
      spool_id: spool.id,
      agreement_hash: spool.agreement.agreementHash,
      evaluator: sent.evaluator,
      decision: sent.decision,
      condition_outcomes: sent.outcomes.map(({ conditionId, outcome }) => ({
        ...{ condition_id: conditionId, outcome },
      })),
      observed_at: sent.observedAt,
    }),
  }
}

/** The Spool after the proven decision of a judge, and the correction that it asks for. */
export function decideByJudge(moment: DisputeMoment, sent: SentResult, at: string): AnsweredDispute {
  const { spool, dispute, viewer } = moment
  const step = { type: 'judged', at } as const
  const judged: Decision = {
    spool: {
      ...spool,
      state: { ...spool.state, disputes: withDispute(spool.state.disputes, dispute.id, {}, step) },
    },
    entries: [
      {
        type: 'dispute.answered',
        at,
        actor: partyActor(viewer),
        data: {
          ...{ dispute_id: dispute.id, receipt_id: dispute.receiptId, answer: 'judged' },
          ...{ evaluator: sent.evaluator, decision: sent.decision, observed_at: sent.observedAt },
        },
      },
    ],
  }
  if (sent.decision === 'overturn') return { decision: judged, corrects: { outcomes: sent.outcomes } }
  const resolution = { outcome: 'upheld', by: 'external', at } as const
  return { decision: resolvedUpheld(judged, dispute, resolution), corrects: null }
}

function namedJudge({ agreement }: Spool, { evaluator }: SentResult): ExternalJudge {
  const { resolver_ref: named } = agreement.disputePolicy
  if (evaluator !== named) {
    throw forbidden(`By the agreement ${named} decides disputes, not ${evaluator}.`, {
      field: 'evaluator',
      reason: 'judge_not_declared',
      remediation: 'Send the decision of the external party that dispute_policy.resolver_ref names.',
    })
  }
  const condition = agreement.conditions.find(({ external_judge: judge }) => judge?.id === named)
  if (condition?.external_judge !== undefined) return condition.external_judge
  throw invalidState(`The agreement has no key of ${named}, so that no decision of it can be proven.`, {
    reason: 'no_external_judge',
    remediation:
      'Wait until the deadline of the dispute. In a new agreement, declare the judge with a condition.',
  })
}

function assertDecides({ decision, outcomes }: SentResult, spool: Spool): void {
  const isDecided = decision === 'overturn' ? outcomes.length > 0 : outcomes.length === 0
  if (!isDecided) {
    throw unprocessable(
      'condition_outcomes',
      decision === 'overturn'
        ? 'A decision that overturns the receipt states outcomes.'
        : 'A decision that upholds the receipt states no outcomes.',
      { remediation: 'Have the judge sign outcomes with overturn, and none with uphold.' },
    )
  }
  assertOutcomes(outcomes, spool, 'condition_outcomes')
}
