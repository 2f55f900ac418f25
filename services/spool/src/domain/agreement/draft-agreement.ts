import { ambiguous } from '@outturn/contracts'
import { compilePlan } from '@outturn/evaluation'
import type { Side } from '@outturn/vocabulary'
import type { Agreement } from '../lifecycle/spool.ts'
import { sideOf } from '../lifecycle/viewer.ts'
import { agreedConditions, planConditionOf } from './agreed-conditions.ts'
import { agreedParties } from './agreed-parties.ts'
import {
  assertCountFitsUnits,
  agreedDisputePolicy,
  agreedEconomicTerms,
  agreedFinality,
  agreedTerms,
  agreedUnitization,
  agreedValue,
} from './agreed-terms.ts'
import type { AgreementDraft } from './agreement-draft.ts'
import { laneOf } from './lane.ts'

export type UnhashedAgreement = Omit<Agreement, 'agreementHash' | 'planHash'>

/** Ids, time and abilities that the caller of the domain brings along. */
export type AgreementFacts = {
  accountId: string
  now: Date
  partyId: (index: number) => string
  conditionId: (index: number) => string
  /** Whether a lane is chosen for the provider; a one-call verification has none. */
  hasLane: boolean
  /** Whether conditions may need the network. */
  canFetch: boolean
}

/** The whole agreement that a draft asks for, before its hashes are taken; refuses what cannot bind. */
export function draftAgreement(draft: AgreementDraft, facts: AgreementFacts): UnhashedAgreement {
  const { mode } = draft
  const value = agreedValue(draft)
  const unitization = agreedUnitization(draft)
  const parties = agreedParties(draft.parties, facts.accountId, facts.partyId)
  const terms = agreedTerms(draft)
  const conditions = agreedConditions(draft.conditions, {
    path: 'conditions',
    idOf: facts.conditionId,
    sideOfParty: new Map<string, Side>(parties.map(({ partyId, role }) => [partyId, sideOf(role)])),
    canFetch: facts.canFetch,
  })
  assertCountFitsUnits(
    conditions,
    unitization,
    (index) => `conditions[${index}].deterministic_check.expected`,
  )
  if (mode === 'unilateral' && conditions.length === 0) {
    throw ambiguous('conditions', 'A unilateral Spool is accepted at once and has no conditions.', {
      remediation: 'Send at least one condition, or a bilateral Spool that is amended later.',
    })
  }
  return {
    mode,
    version: 1,
    plan: compilePlan({ conditions: conditions.map(planConditionOf), unitization, value: planValue(value) }),
    type: draft.type ?? 'service',
    parties,
    value,
    deliverable: draft.deliverable,
    terms,
    conditions,
    unitization,
    economics: agreedEconomicTerms(draft, facts.now),
    disputePolicy: agreedDisputePolicy(draft),
    finality: agreedFinality(draft, facts.now),
    ...(draft.reopensOnDecline && { reopenOnDecline: true }),
    ...(draft.declaredIntent !== null && { declaredIntent: draft.declaredIntent }),
    ...(facts.hasLane && { lane: laneOf(draft, parties) }),
    ...(draft.recipe !== null && { recipe: draft.recipe }),
  }
}

/** What the plan holds of the value: the amount that is judged, not how it is paid. */
export function planValue({ amount_cents, currency }: UnhashedAgreement['value']) {
  return { amount_cents, currency }
}
