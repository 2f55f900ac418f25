import {
  type ActionName,
  actionNames,
  isOneOf,
  type KeyScope,
  type SpoolEventType,
} from '@outturn/vocabulary'
import {
  type ErrorCode,
  type ErrorReason,
  outOfScope,
  Refusal,
  type RefusalOptions,
} from '@outturn/contracts'
import {
  answersDisputes,
  declaresJudge,
  type Guard,
  hasConditions,
  hasPayoutDestination,
  hasPayoutsToSetUp,
  hasNothingDelivered,
  hasQuoteWhereNeeded,
  hasRoomForEvidence,
  hasSomethingToJudge,
  hasUnexpiredQuote,
  isAccepted,
  isActive,
  isAgentWork,
  isBilateral,
  isCancellable,
  isCardFunded,
  isCompleted,
  isNotBlockedByOther,
  isNotDisputedByOther,
  isNotDraft,
  isNotTerminal,
  isProposable,
  isProposed,
  isTakenByCard,
  settlesHere,
  isNotSettledByReceipts,
  isUncommitted,
  leavesNothingReleased,
  leavesSomethingDue,
  mayMoveCommittedMoney,
  type ActionContext,
  mayMoveMoney,
  noOpenRun,
} from './guards.ts'
import type { Spool, SpoolState } from '../model/spool.ts'
import { cancelRequestOf, flagsOf } from './flags.ts'
import { creatorOf, sideOf, type Viewer } from '../model/viewer.ts'

/** Which party may act, and how another one is refused. */
type Who = 'any_party' | 'creator' | 'other_party' | 'buyer_side' | 'provider_side_or_creator'

const whoMay: Record<
  Who,
  { reason: ErrorReason; message: string; remediation: string; admits(viewer: Viewer): boolean }
> = {
  any_party: {
    reason: 'party_only',
    message: 'Only a party may do this.',
    remediation: 'Use a key of one of the parties.',
    admits: () => true,
  },
  creator: {
    reason: 'creator_only',
    message: 'Only the party that made the Spool may do this.',
    remediation: 'Leave this to the party that made the Spool.',
    admits: ({ isCreator }) => isCreator,
  },
  other_party: {
    reason: 'other_party_only',
    message: 'Only the party that did not make the Spool may do this.',
    remediation:
      'Leave this to the other party: send it the share_url, or a grant from the invite operation.',
    admits: ({ isCreator, sides }) => !isCreator || sides.length === 2,
  },
  buyer_side: {
    reason: 'buyer_side_only',
    message: 'Only the buyer may do this.',
    remediation: 'Leave this to a key of the buyer.',
    admits: ({ sides }) => sides.includes('buyer'),
  },
  provider_side_or_creator: {
    reason: 'provider_side_only',
    message: 'Only the provider, or the party that made the Spool, may do this.',
    remediation: 'Leave this to a key of the provider, or of the party that made the Spool.',
    admits: ({ isCreator, sides }) => isCreator || sides.includes('provider'),
  },
}

export type Transition = {
  readonly scopes: readonly KeyScope[]
  /** Whether there must be two parties here for anyone to take it. */
  readonly isOfTwo?: true
  readonly who: Who
  /** Held in this order; the first that does not hold refuses. */
  readonly guards: readonly Guard[]
  /** Type of the entry in the history, where the action makes one. */
  readonly event: SpoolEventType | null
  /** Whether the Spool is already where the action leads; then the action changes nothing. */
  readonly isDone?: (spool: Spool) => boolean
  /** What the action does to the state by itself; null where it also takes what its body brings. */
  readonly effect: ((spool: Spool, at: string) => Partial<SpoolState>) | null
}

const full = ['full'] as const
const fullOrVerify = ['full', 'verify'] as const
const fullOrCounterparty = ['full', 'counterparty'] as const
const everyScope = ['full', 'verify', 'counterparty'] as const

/** Every action of the lifecycle: who may take it, when, and what it does. Refusals and `allowed_actions` both read it. */
export const transitions: Record<ActionName, Transition> = {
  propose: {
    scopes: full,
    who: 'creator',
    guards: [noOpenRun, isActive, isProposable, isUncommitted],
    event: 'spool.proposed',
    isDone: ({ state }) => state.status.agreement === 'proposed',
    effect: ({ state }) => ({
      status: { ...state.status, agreement: 'proposed' },
      statusReason: null,
    }),
  },
  accept: {
    scopes: fullOrCounterparty,
    isOfTwo: true,
    who: 'other_party',
    guards: [noOpenRun, isActive, isProposed, hasQuoteWhereNeeded, hasUnexpiredQuote],
    event: 'spool.accepted',
    effect: (spool, at) => ({
      status: { ...spool.state.status, agreement: 'accepted', fulfillment: 'in_progress' },
      acceptance: {
        mode: 'bilateral',
        // The creator agreed to the Spool by proposing it.
        provider_accepted_in_spoolis: true,
        accepted_by: sideOf(creatorOf(spool).role) === 'buyer' ? 'provider' : 'buyer',
        accepted_at: at,
      },
    }),
  },
  decline: {
    scopes: fullOrCounterparty,
    isOfTwo: true,
    who: 'other_party',
    guards: [noOpenRun, isActive, isProposed],
    event: 'spool.declined',
    effect: ({ agreement, state }) => ({
      status: {
        ...state.status,
        agreement: 'declined',
        outcome: agreement.reopenOnDecline === true ? 'active' : 'cancelled',
      },
      statusReason: 'declined',
    }),
  },
  amend: {
    scopes: full,
    who: 'creator',
    guards: [noOpenRun, isActive, isProposed, isUncommitted],
    event: 'spool.amended',
    effect: null,
  },
  quote: {
    scopes: full,
    who: 'creator',
    guards: [noOpenRun, isAgentWork, isActive, isProposed, isUncommitted],
    event: 'quote.created',
    effect: null,
  },
  cancel: {
    scopes: full,
    isOfTwo: true,
    who: 'any_party',
    guards: [
      noOpenRun,
      isActive,
      isNotDisputedByOther,
      isNotBlockedByOther,
      isCancellable,
      leavesNothingReleased,
      hasNothingDelivered,
    ],
    event: 'spool.cancelled',
    effect: ({ state }) => ({
      status: { ...state.status, agreement: 'cancelled', outcome: 'cancelled' },
      statusReason: 'cancelled',
    }),
  },
  abandon: {
    scopes: full,
    who: 'any_party',
    guards: [noOpenRun, isActive, isNotDisputedByOther, isNotBlockedByOther, isNotDraft, isUncommitted],
    event: 'spool.abandoned',
    effect: ({ state }) => ({
      status: { ...state.status, outcome: 'cancelled' },
      statusReason: 'abandoned',
    }),
  },
  commit: {
    scopes: full,
    isOfTwo: true,
    who: 'buyer_side',
    guards: [
      mayMoveMoney,
      noOpenRun,
      settlesHere,
      isActive,
      isAccepted,
      isUncommitted,
      isNotSettledByReceipts,
      leavesSomethingDue,
      isTakenByCard,
      hasPayoutDestination,
    ],
    event: 'settlement.committed',
    effect: null,
  },
  evidence: {
    scopes: everyScope,
    who: 'any_party',
    guards: [isActive, isAccepted, isNotTerminal, hasConditions, hasRoomForEvidence],
    event: 'evidence.submitted',
    effect: null,
  },
  verify: {
    scopes: fullOrVerify,
    who: 'any_party',
    guards: [
      mayMoveCommittedMoney,
      noOpenRun,
      isActive,
      isAccepted,
      hasConditions,
      isNotTerminal,
      answersDisputes,
      hasSomethingToJudge,
    ],
    event: 'verification.completed',
    effect: null,
  },
  'external-result': {
    scopes: fullOrVerify,
    who: 'any_party',
    guards: [noOpenRun, isActive, isAccepted, isNotTerminal, declaresJudge],
    event: 'external_result.recorded',
    effect: null,
  },
  'onboard-provider': {
    scopes: full,
    isOfTwo: true,
    who: 'provider_side_or_creator',
    guards: [noOpenRun, isCardFunded, isActive, hasPayoutsToSetUp],
    event: 'provider.onboarding_started',
    effect: null,
  },
  complete: {
    scopes: everyScope,
    who: 'any_party',
    guards: [noOpenRun, isCompleted],
    event: null,
    isDone: () => true,
    effect: null,
  },
}

/**
 * How a request to cancel is answered: while one waits, these stand in place of the actions of the same name. The other party confirms or
 * declines it; the party that asked asks again without effect, or takes it back by declining it.
 */
const answersToCancelRequest: Partial<Record<ActionName, Transition>> = {
  cancel: {
    ...transitions.cancel,
    scopes: fullOrCounterparty,
    guards: [noOpenRun, isActive, isNotDisputedByOther, isNotBlockedByOther],
  },
  decline: {
    scopes: fullOrCounterparty,
    isOfTwo: true,
    who: 'any_party',
    guards: [noOpenRun, isActive],
    event: 'spool.cancel_declined',
    effect: () => ({ cancelConsents: [] }),
  },
}

/** The rule of an action, by what the Spool waits for. */
export function transitionOf(action: ActionName, spool: Spool): Transition {
  const answer = cancelRequestOf(spool) === null ? undefined : answersToCancelRequest[action]
  return answer ?? transitions[action]
}

/** Why an action may not be taken now: a refusal before it is thrown. */
export type Denial = { code: ErrorCode; message: string; options: RefusalOptions & { reason: ErrorReason } }

/** Why an action of a party is denied now, or null. Scope, mode and party come before the state of the Spool. */
export function findDenial(action: ActionName, moment: ActionContext): Denial | null {
  const { scopes, isOfTwo = false, who, guards } = transitionOf(action, moment.spool)
  const { scope } = moment.viewer
  if (!isOneOf(scopes, scope)) {
    const { code, message, options } = outOfScope(
      `A ${scope}-scoped key may not take the action ${action}.`,
      scopes,
    )
    return { code, message, options: { reason: 'full_scope_required', ...options } }
  }
  const ofTwo = isOfTwo ? findGuardDenial([isBilateral], moment) : null
  if (ofTwo !== null) return ofTwo
  const { admits, message, reason, remediation } = whoMay[who]
  if (!admits(moment.viewer)) return { code: 'forbidden', message, options: { reason, remediation } }
  return findGuardDenial(guards, moment)
}

function findGuardDenial(guards: readonly Guard[], moment: ActionContext): Denial | null {
  const broken = guards.find((guard) => !guard.holds(moment))
  if (broken === undefined) return null
  const { code, message, reason, field, remediation, retryAfterSeconds } = broken
  return {
    code,
    message,
    options: {
      reason,
      ...(field !== undefined && { field }),
      ...(remediation !== undefined && { remediation }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  }
}

function refuse(denial: Denial | null): void {
  if (denial !== null) throw new Refusal(denial.code, denial.message, denial.options)
}

/** Throws for the first of these guards that does not hold. */
export function assertGuards(guards: readonly Guard[], moment: ActionContext): void {
  refuse(findGuardDenial(guards, moment))
}

export function actionContextOf(spool: Spool, viewer: Viewer, now: Date): ActionContext {
  return { spool, viewer, flags: flagsOf(spool, now), now }
}

/** Throws why a party may not take an action now; returns when it may. */
export function assertAllowed(action: ActionName, spool: Spool, viewer: Viewer, now: Date): void {
  refuse(findDenial(action, actionContextOf(spool, viewer, now)))
}

/** Actions that succeed for this viewer now with a right body, in the fixed order of the contract. */
export function allowedActionsOf(moment: ActionContext): ActionName[] {
  return actionNames.filter((action) => findDenial(action, moment) === null)
}
