import type { AgreementMode, Side } from '@outturn/vocabulary'
import { compilePlan } from '@outturn/evaluation'
import { type CreateSpoolRequest, Refusal } from '@outturn/contracts'
import { agreedConditions, planConditionOf } from './agreed-conditions.ts'
import { agreedParties } from './agreed-parties.ts'
import {
  agreedDisputePolicy,
  agreedEconomicTerms,
  agreedFinality,
  agreedIntent,
  agreedTerms,
  agreedUnitization,
  agreedValue,
} from './agreed-terms.ts'
import type { UnhashedAgreement } from './agree-unilaterally.ts'
import { laneOf, type SettlementCapability } from './lane.ts'
import type { SpoolState } from '../lifecycle/spool.ts'
import { sideOf } from '../lifecycle/viewer.ts'

/** Ids, time and abilities that the caller of the domain brings along. */
export type CreationFacts = {
  accountId: string
  now: Date
  partyId: (index: number) => string
  conditionId: (index: number) => string
  settlement: SettlementCapability
  canFetch: boolean
}

/** The whole agreement that a create request asks for, before its hashes are taken. */
export function draftAgreement(request: CreateSpoolRequest, facts: CreationFacts): UnhashedAgreement {
  const mode = request.agreement?.mode ?? 'bilateral'
  const value = agreedValue(request)
  const unitization = agreedUnitization(request)
  const parties = agreedParties(request.parties, facts.accountId, facts.partyId)
  const terms = agreedTerms(request)
  const conditions = agreedConditions(request.conditions, {
    path: 'conditions',
    idOf: facts.conditionId,
    sideOfParty: new Map<string, Side>(parties.map(({ partyId, role }) => [partyId, sideOf(role)])),
    canFetch: facts.canFetch,
  })
  if (mode === 'unilateral' && conditions.length === 0) {
    throw new Refusal('ambiguity_required', 'A unilateral Spool is accepted at once and has no conditions.', {
      field: 'conditions',
      remediation: 'Send at least one condition, or a bilateral Spool that is amended later.',
    })
  }
  const intent = agreedIntent(request)
  return {
    mode,
    version: 1,
    plan: compilePlan({ conditions: conditions.map(planConditionOf), unitization, value: planValue(value) }),
    type: request.type ?? 'service',
    parties,
    value,
    deliverable: request.deliverable,
    terms,
    conditions,
    unitization,
    economics: agreedEconomicTerms(request, facts.now),
    disputePolicy: agreedDisputePolicy(request, mode),
    finality: agreedFinality(request, facts.now),
    ...(request.agreement?.reopen_on_decline === true && { reopenOnDecline: true }),
    ...(intent !== undefined && { declaredIntent: intent }),
    lane: laneOf(request, parties, facts.settlement),
  }
}

/** What the plan holds of the value: the amount that is judged, not how it is paid. */
export function planValue({ amount_cents, currency }: UnhashedAgreement['value']) {
  return { amount_cents, currency }
}

/** A Spool at its start: proposed, or in unilateral mode accepted by its initiator alone. */
export function initialState(
  mode: AgreementMode,
  at: string,
): Omit<SpoolState, 'historyLength' | 'historyHash'> {
  const isAccepted = mode === 'unilateral'
  return {
    status: {
      agreement: isAccepted ? 'accepted' : 'proposed',
      fulfillment: isAccepted ? 'in_progress' : 'pending',
      verification: 'pending',
      settlement: 'uncommitted',
      outcome: 'active',
    },
    statusReason: null,
    acceptance: isAccepted
      ? {
          mode: 'unilateral',
          provider_accepted_in_spoolis: false,
          accepted_by: 'initiator',
          accepted_at: at,
        }
      : null,
    runs: 0,
    lastRun: null,
    lastResults: {},
    latestReceiptId: null,
    evidenceCount: 0,
  }
}
