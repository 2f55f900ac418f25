import type { ActionName, CallerScope } from '@outturn/vocabulary'
import { callerScope, type Principal } from '@outturn/contracts'
import { nowOf, type ModelState } from './lifecycle-model.fixture.ts'
import type { Spool } from '../model/spool.ts'

/**
 * The actions that the contract permits, written down a second time and without the table: what the table, the handlers
 * and `allowed_actions` are held against.
 */
export function expectedActions(state: ModelState, principal: Principal): ActionName[] {
  const who = partyAndScope(state.spool, principal)
  if (who === null) return []
  const rule = rules(state, who)
  return (Object.keys(rule) as ActionName[]).filter((action) => rule[action])
}

type Who = {
  isCreator: boolean
  /** Whether it speaks for both parties. */
  isBoth: boolean
  isOther: boolean
  isBuyer: boolean
  scope: CallerScope
}

function partyAndScope({ accountId, agreement }: Spool, principal: Principal): Who | null {
  if (principal.kind !== 'account' && principal.kind !== 'sandbox') return null
  const [first, second] = agreement.parties
  const isFirst = first?.accountId === principal.accountId
  const isSecond = second?.accountId === principal.accountId
  if (!isFirst && !isSecond) return null
  if (principal.kind === 'account' && principal.spoolId === `spl_${'2'.padStart(24, '0')}`) return null
  const isCreator = principal.accountId === accountId
  const isAlone = principal.kind === 'sandbox' && second?.accountId === null
  const role = (isFirst ? first : second)?.role
  return {
    isCreator,
    isBoth: isAlone,
    isOther: !isCreator || isAlone,
    isBuyer: isAlone || role === 'buyer' || role === 'client',
    scope: principal.kind === 'sandbox' ? 'full' : callerScope(principal),
  }
}

function rules(
  model: ModelState,
  { isCreator, isBoth, isOther, isBuyer, scope }: Who,
): Record<ActionName, boolean> {
  const { agreement, state } = model.spool
  const { status, lastRun, countedRuns, quote } = state
  const now = nowOf(model).toISOString()
  const isActive = status.outcome === 'active'
  const isIdle = state.openRun === null
  const isProposed = isActive && status.agreement === 'proposed'
  const isAccepted = isActive && status.agreement === 'accepted'
  const isAgentWork = agreement.type === 'agent_task'
  const isFull = scope === 'full'
  const isUncommitted = status.settlement === 'uncommitted'
  const { funding } = agreement.lane ?? { funding: 'external' }
  const isOfTwo = agreement.mode === 'bilateral'
  const receiptId = lastRun?.receiptId ?? null
  const certificate = receiptId === null ? null : (state.receiptStatuses[receiptId] ?? 'active')
  const isEarned = (lastRun?.earnedCents ?? 0) > 0 && certificate === 'active'
  const isQuoted = quote !== null && quote.plan_hash === agreement.planHash && quote.expires_at > now
  const isTerminal =
    lastRun?.result === 'pass' ||
    countedRuns >= agreement.finality.max_runs ||
    (agreement.finality.mode === 'first_verdict' && countedRuns > 0) ||
    (agreement.finality.closes_at !== null && isIdle && now >= agreement.finality.closes_at) ||
    (lastRun?.result === 'fail' && lastRun.isIrremediable) ||
    ['releasing', 'settled', 'voided'].includes(status.settlement)
  const isJudgeable = isAccepted && !isTerminal && agreement.conditions.length > 0
  const has = (record: object | undefined) => Object.keys(record ?? {}).length > 0
  const isDelivered =
    state.evidenceCount + state.buyerEvidenceCount > 0 ||
    has(state.confirmations) ||
    has(state.externalResults)
  const observes = agreement.conditions.some((each) => each.deterministic_check?.checker === 'http_status')
  const takesWord = agreement.conditions.some(
    ({ verification_method: method, confirmation_method: form, required }) =>
      method === 'human_confirmed' && (required || form === 'both_confirm' || isBuyer),
  )
  const disputes = state.disputes.filter((each) => each.status === 'open')
  const isOfOwnSide = (side: string) => isBoth || (side === 'buyer') === isBuyer
  // A party ends nothing that the other one disputes, unless the other one has asked for the end.
  const mayEnd = disputes.every(({ side }) => isOfOwnSide(side) || state.cancelConsents.includes(side))
  const seller = agreement.parties.find(({ role }) => role === 'seller' || role === 'provider')
  const isProvider = isBoth || !isBuyer
  const isPartySetUp = state.payouts[seller?.partyId ?? ''] === true
  const ofAccount = state.payouts[seller?.accountId ?? '']
  const hasPayouts =
    funding === 'hosted_checkout' ? (ofAccount ?? isPartySetUp) : seller?.settlementAddress !== undefined
  const isCancelAsked =
    isActive && status.settlement === 'committed' && state.cancelConsents.length > 0 && !isDelivered
  const isAnswered = disputes.every(({ conditionIds }) =>
    agreement.conditions.some(
      ({ id }) =>
        (conditionIds.length === 0 || conditionIds.includes(id)) &&
        (state.suppliedAfterRuns[id] ?? -1) >= state.runs,
    ),
  )
  return {
    propose:
      isIdle &&
      isCreator &&
      isFull &&
      isUncommitted &&
      isActive &&
      ['proposed', 'declined'].includes(status.agreement),
    accept: isIdle && isOther && scope !== 'verify' && isProposed && (!isAgentWork || isQuoted),
    decline: isIdle && scope !== 'verify' && (isProposed ? isOther : isCancelAsked),
    amend: isIdle && isCreator && isFull && isProposed && isUncommitted,
    quote: isIdle && isCreator && isFull && isProposed && isAgentWork && isUncommitted,
    cancel:
      isIdle &&
      (isFull || (scope === 'counterparty' && isCancelAsked)) &&
      isOfTwo &&
      mayEnd &&
      (isUncommitted || status.settlement === 'committed') &&
      (isProposed || (isAccepted && !isDelivered)),
    abandon: isIdle && isFull && isActive && isUncommitted && mayEnd,
    commit:
      isIdle &&
      isFull &&
      isOfTwo &&
      isBuyer &&
      funding !== 'external' &&
      isAccepted &&
      isUncommitted &&
      state.settledCents === 0 &&
      (!isTerminal || isEarned) &&
      hasPayouts,
    evidence: isJudgeable && (isBuyer ? state.buyerEvidenceCount : state.evidenceCount) < 100,
    verify:
      isIdle &&
      scope !== 'counterparty' &&
      (isFull || isUncommitted) &&
      isJudgeable &&
      isAnswered &&
      (isDelivered || takesWord || observes),
    'external-result':
      isIdle &&
      scope !== 'counterparty' &&
      isJudgeable &&
      agreement.conditions.some((condition) => condition.external_judge !== undefined),
    'onboard-provider':
      isIdle &&
      isFull &&
      isOfTwo &&
      isActive &&
      funding === 'hosted_checkout' &&
      (!isPartySetUp || (isProvider && seller?.accountId !== null)) &&
      (isCreator || !isBuyer || isOther === isCreator),
    complete: isIdle && status.outcome === 'completed',
  }
}
