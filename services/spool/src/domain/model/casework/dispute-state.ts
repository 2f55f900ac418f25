import type {
  DecidedOutcome,
  DisputeDecider,
  DisputeReason,
  DisputeRemedy,
  DisputeStatus,
  DisputeStep,
  HoldEnd,
  Side,
} from '@outturn/vocabulary'

/** A dispute of a receipt, as far as it moves or decides anything; what its parties wrote is kept beside the Spool. */
export type Dispute = {
  id: string
  receiptId: string
  side: Side
  status: DisputeStatus
  /** The conditions that it names; none where it is about the whole receipt. */
  conditionIds: readonly string[]
  /** Whether nothing is settled while it is open. */
  holdsSettlement: boolean
  /** When it holds the money no longer, at its deadline or before; null where it never held any. */
  holdEndsAt: string | null
  /** Why it holds the money no longer although it is open; null where it does, or never did. */
  holdEnded: HoldEnd | null
  openedAt: string
  /** When it ends by itself. */
  deadline: string
  /** Whether a review has moved the deadline, which one does once. */
  isDeadlineMoved: boolean
  /** Null while it is open. */
  closedAt: string | null
  /** The latest outcomes that were proposed in answer to it. */
  proposal: DisputeProposal | null
  /** A decision whose run has not ended: the dispute is open until the new receipt is there. */
  decision: DisputeDecision | null
  /** How it was decided; null while it is open, and where nothing was decided. */
  resolution: DisputeResolution | null
  /** What happened, the oldest first. */
  steps: readonly DisputeEvent[]
  /** How often each side has answered, and has added a statement. */
  said: Readonly<Record<'answers' | 'statements', Readonly<Record<Side, number>>>>
}

export type DecidedCondition = { readonly conditionId: string; readonly outcome: DecidedOutcome }

export type DisputeProposal = {
  readonly by: Side
  readonly outcomes: readonly DecidedCondition[]
  readonly at: string
}

export type DisputeDecision = {
  readonly by: Exclude<DisputeDecider, 'review'>
  /** The outcomes that the new receipt states; null where the evidence is judged again as it is. */
  readonly outcomes: readonly DecidedCondition[] | null
  /** The run that makes the new receipt; null while it waits for the end of a settlement. */
  readonly runId: string | null
}

export type DisputeResolution = {
  readonly outcome: 'corrected' | 'upheld'
  readonly by: DisputeDecider
  readonly reviewId?: string
  readonly replacementReceiptId?: string
  readonly at: string
}

export type DisputeEvent = { readonly type: DisputeStep; readonly at: string; readonly by?: Side }

/** What its party says by a dispute. */
export type DisputeStatement = {
  reason: DisputeReason
  detail: string
  conditionIds: readonly string[]
  /** 1 for the first. */
  units: readonly number[]
  remedy: DisputeRemedy
  /** Outcomes that its party proposes; left out where it proposes none. */
  proposedOutcomes?: readonly DecidedCondition[]
  evidenceRefs: readonly string[]
}

/** A text that a party wrote in a dispute after it was opened: a statement, or why it answers as it does. */
export type DisputeText = {
  readonly by: Side
  readonly detail: string
  readonly evidenceRefs: readonly string[]
  readonly at: string
}

export const noneSaid: Dispute['said'] = {
  answers: { buyer: 0, provider: 0 },
  statements: { buyer: 0, provider: 0 },
}
