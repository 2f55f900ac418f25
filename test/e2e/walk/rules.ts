import { type ActionName, actionNames, type KeyScope, type Side } from '@outturn/vocabulary'
import type { SpoolStatus } from '@outturn/agreement'
import { type ErrorCode, errorCodes, type SpoolView } from '@outturn/contracts'
import type { Agreement } from '../agreement.ts'

/** Somebody who comes with a key, or without one. */
export type Walker = {
  name: string
  key: string | undefined
  party: 'creator' | 'other' | null
  scope: KeyScope | null
}

const scopes: Record<ActionName, readonly Walker['scope'][]> = {
  propose: ['full'],
  accept: ['full', 'counterparty'],
  decline: ['full', 'counterparty'],
  amend: ['full'],
  quote: ['full'],
  cancel: ['full'],
  abandon: ['full'],
  commit: ['full'],
  evidence: ['full', 'verify', 'counterparty'],
  verify: ['full', 'verify'],
  'external-result': ['full', 'verify'],
  'onboard-provider': ['full'],
  complete: ['full', 'verify', 'counterparty'],
}
const ofCreator: readonly ActionName[] = ['propose', 'amend', 'quote']
const ofOther: readonly ActionName[] = ['accept', 'decline']
const ofTwo: readonly ActionName[] = ['accept', 'decline', 'cancel', 'commit', 'onboard-provider']

export function sideOf(view: SpoolView): Side {
  const role = view.parties.find(({ is_caller: isCaller }) => isCaller)?.role
  return role === 'buyer' || role === 'client' ? 'buyer' : 'provider'
}

/** The actions that a party finds listed, by who it is and how it sees the Spool. */
export function listed({ party, scope }: Walker, seen: SpoolView): ActionName[] {
  const possible = possibleActions(seen)
  const ofTheOther = party === 'other' ? ofCreator : ofOther
  return actionNames.filter(
    (action) => possible[action] && scopes[action].includes(scope) && !ofTheOther.includes(action),
  )
}

/** What can be done with a Spool as it is, by the parties that may. */
function possibleActions(seen: SpoolView): Record<ActionName, boolean> {
  const { status, conditions, evidence, pricing_quote: quote } = seen
  const isActive = status.outcome === 'active'
  const isProposed = isActive && status.agreement === 'proposed'
  const isAccepted = isActive && status.agreement === 'accepted'
  const isAgentWork = seen.type === 'agent_task'
  const isQuoted = quote !== null && !quote.expired && !quote.superseded
  const isJudgeable = isAccepted && !seen.terminal
  const takesWord = conditions.some(({ verification_method: method }) => method === 'human_confirmed')
  const takesResult = conditions.some(({ verification_method: method }) => method === 'external_tool')
  return {
    propose: isProposed || (isActive && status.agreement === 'declined'),
    accept: isProposed && (!isAgentWork || isQuoted),
    decline: isProposed,
    amend: isProposed,
    quote: isProposed && isAgentWork,
    cancel: seen.agreement.mode === 'bilateral' && (isProposed || isAccepted) && evidence.length === 0,
    abandon: isActive,
    commit: false,
    evidence: isJudgeable,
    verify: isJudgeable && (evidence.length > 0 || takesWord),
    'external-result': isJudgeable && takesResult,
    'onboard-provider': false,
    complete: status.outcome === 'completed',
  }
}

/** With which code an action is refused that a caller does not find listed: who comes first, then the state. */
export function refusals(action: ActionName, walker: Walker, seen: SpoolView | null): string[] {
  if (walker.key === undefined) return [coded('unauthenticated')]
  if (walker.party === null) return [coded('spool_not_found')]
  if (seen !== null) return [refusalOfParty(action, walker, seen)]
  // The key of a counterparty is over with the dispute window; what it never opened is refused before that is looked at.
  const isOutOfScope = !scopes[action].includes(walker.scope)
  return [coded('unauthenticated'), ...(isOutOfScope ? [coded('forbidden')] : [])]
}

function refusalOfParty(action: ActionName, walker: Walker, seen: SpoolView): string {
  const isOther = walker.party === 'other'
  const isTheOthers = isOther ? ofCreator.includes(action) : ofOther.includes(action)
  const isBuyers = action === 'commit' && sideOf(seen) !== 'buyer'
  const isProviders = action === 'onboard-provider' && isOther && sideOf(seen) !== 'provider'
  const isOutOfScope = !scopes[action].includes(walker.scope)
  if (isOutOfScope) return coded('forbidden')
  if (seen.agreement.mode === 'unilateral' && ofTwo.includes(action)) {
    return coded('not_allowed_in_unilateral_mode')
  }
  if (isTheOthers || isBuyers || isProviders) return coded('forbidden')
  if (action === 'commit') return coded('settlement_unavailable')
  if (action === 'quote' && seen.type !== 'agent_task') return coded('wrong_funding_lane')
  return coded('invalid_state')
}

function coded(code: ErrorCode): string {
  return `${errorCodes[code].status} ${code}`
}

/** The five status values after an action, by what it was and, of a run, by what it came to. */
export function statusAfter(
  action: ActionName,
  before: SpoolView,
  after: SpoolView,
  { reopen_on_decline: isReopened }: NonNullable<Agreement['agreement']>,
): SpoolStatus {
  const { status } = before
  switch (action) {
    case 'propose':
      return { ...status, agreement: 'proposed' }
    case 'accept':
      return { ...status, agreement: 'accepted', fulfillment: 'in_progress' }
    case 'decline':
      return { ...status, agreement: 'declined', outcome: isReopened ? 'active' : 'cancelled' }
    case 'cancel':
      return { ...status, agreement: 'cancelled', outcome: 'cancelled' }
    case 'abandon':
      return { ...status, outcome: 'cancelled' }
    case 'evidence':
      return {
        ...status,
        fulfillment: 'evidence_submitted',
        ...(voidsNeeded(after) && { verification: 'awaiting_confirmation' }),
      }
    case 'verify':
      return statusAfterVerify(before, after)
    case 'amend':
    case 'quote':
    case 'external-result':
    case 'complete':
      return status
    default:
      throw new Error(`${action} is never listed here`)
  }
}

/** Whether the newest evidence changed what a side had confirmed of a required condition. */
function voidsNeeded({ conditions, evidence }: SpoolView): boolean {
  const newest = evidence.at(-1)?.id
  return conditions.some(
    ({ required, confirmation }) =>
      required && confirmation?.given.some(({ voided_by: cause }) => cause === newest) === true,
  )
}

function statusAfterVerify(before: SpoolView, after: SpoolView): SpoolStatus {
  const { runs, last_run: run } = after.verification_summary
  // Nothing new to judge: the last result is answered again.
  if (after.version === before.version) return before.status
  if (run === null || runs === before.verification_summary.runs) {
    return { ...before.status, verification: 'awaiting_confirmation' }
  }
  const verification = run.result as SpoolStatus['verification']
  if (!after.terminal) return { ...before.status, verification }
  const isEarned = after.settlement_eligible
  const fulfillment = verification === 'pass' ? 'fulfilled' : isEarned ? 'partially_fulfilled' : 'unfulfilled'
  return { ...before.status, verification, fulfillment, outcome: 'completed' }
}
