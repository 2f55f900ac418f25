import type { RequiredSource } from '../model/casework/required-sources.ts'
import { ambiguous, unprocessable } from '@outturn/contracts'
import { compilePlan } from '@outturn/evaluation'
import type { Side } from '@outturn/vocabulary'
import type { Agreement, Condition, Party } from '../model/spool.ts'
import { sideOf, sidesOfAccounts } from '../model/viewer.ts'
import { confirmingSides } from '../confirmations/needed-confirmations.ts'
import { agreedConditions, type ConditionFacts, planConditionOf } from './agreed-conditions.ts'
import { agreedParties, type PartyFacts } from './agreed-parties.ts'
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
import { laneOf } from './choose-lane.ts'

export type UnhashedAgreement = Omit<Agreement, 'agreementHash' | 'planHash'>

/** Ids, time and abilities that the caller of the domain brings along. */
export type AgreementFacts = PartyFacts &
  Pick<ConditionFacts, 'canFetch' | 'findProblem'> & {
    now: Date
    conditionId: (index: number) => string
    /** The registered sources that conditions may name; none for work that comes with its agreement. */
    sources?: readonly RequiredSource[]
    /** The adapters by which this deployment settles; null where no lane is chosen, as for a one-call verification. */
    adapters: readonly string[] | null
  }

/** The whole agreement that a draft asks for, before its hashes are taken; refuses what cannot bind. */
export function draftAgreement(draft: AgreementDraft, facts: AgreementFacts): UnhashedAgreement {
  const { mode } = draft
  const value = agreedValue(draft)
  const unitization = agreedUnitization(draft)
  const parties = agreedParties(draft.parties, facts)
  const terms = agreedTerms(draft)
  const conditions = agreedConditions(draft.conditions, {
    path: 'conditions',
    idOf: facts.conditionId,
    sideOfParty: new Map<string, Side>(parties.map(({ partyId, role }) => [partyId, sideOf(role)])),
    sourceFacts: {
      sources: facts.sources ?? [],
      sideOfAccount: sidesOfAccounts(parties),
      spoolId: null,
    },
    canFetch: facts.canFetch,
    deliveredAfter: draft.isDelivered ? null : facts.now,
    findProblem: facts.findProblem,
  })
  assertCountFitsUnits(
    conditions,
    unitization,
    (index, parameter) => `conditions[${index}].deterministic_check.${parameter}`,
    draft.units?.field,
  )
  if (mode === 'unilateral') assertDecidableAlone(conditions, parties)
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
    ...(facts.adapters !== null && { lane: laneOf(draft, parties, facts.adapters) }),
    ...(draft.recipe !== null && { recipe: draft.recipe }),
    ...(draft.fieldsFrom !== null && { fieldsFrom: draft.fieldsFrom }),
  }
}

/** What the plan holds of the value: the amount that is judged, not how it is paid. */
export function planValue({ amount_cents, currency }: UnhashedAgreement['value']) {
  return { amount_cents, currency }
}

/** A unilateral Spool is accepted at once, so what it lacks is never added; and a party without an account never joins. */
function assertDecidableAlone(conditions: readonly Condition[], parties: readonly Party[]): void {
  if (conditions.length === 0) {
    throw ambiguous('conditions', 'A unilateral Spool is accepted at once and has no conditions.', {
      remediation: 'Send at least one condition, or a bilateral Spool that is amended later.',
    })
  }
  const absent = parties.filter(({ accountId }) => accountId === null).map(({ role }) => sideOf(role))
  conditions.forEach((condition, index) => {
    const missing = confirmingSides(condition).find((side) => absent.includes(side))
    if (missing === undefined) return
    throw unprocessable(
      `conditions[${index}].confirmation_method`,
      `This condition waits for the ${missing} to confirm it, who has no account in this unilateral Spool and cannot join it.`,
      { remediation: 'Send a condition that a checker decides, or agree on a bilateral Spool.' },
    )
  })
}
