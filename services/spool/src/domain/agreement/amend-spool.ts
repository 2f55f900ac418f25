import type { RequiredSource } from '../model/casework/required-sources.ts'
import { type ConditionInput, largestAgreementBytes, type Unitization } from '@outturn/agreement'
import { compilePlan } from '@outturn/evaluation'
import { invalid, Refusal, unprocessable } from '@outturn/contracts'
import { createPatch } from 'rfc6902'
import { agreedConditions, type ConditionFacts, maxConditions, planConditionOf } from './agreed-conditions.ts'
import { assertCountFitsUnits, assertReconciled } from './agreed-terms.ts'
import { planValue, type UnhashedAgreement } from './draft-agreement.ts'
import type { Decision } from '../model/decision.ts'
import { bindNamedSources } from '../evidence/bind-source.ts'
import type { Agreement, Condition, Spool } from '../model/spool.ts'
import type { Side } from '@outturn/vocabulary'
import { sideOf, type Viewer, sidesOfAccounts } from '../model/viewer.ts'

export type AmendmentFacts = Pick<ConditionFacts, 'idOf' | 'canFetch' | 'findProblem'> & {
  /** The registered sources that added conditions may name. */
  sources?: readonly RequiredSource[]
  at: string
  hashed: (spoolId: string, agreement: UnhashedAgreement) => Agreement
}

/** Conditions and units that are to change. */
export type Amendment = {
  added: readonly ConditionInput[]
  removed: readonly string[]
  /** Null keeps the units that were agreed. */
  unitization: Unitization | null
}

type Change =
  | { change: 'condition_added' | 'condition_removed'; condition_id: string }
  | { change: 'unitization_changed'; from: Unitization | null; to: Unitization }

/** The Spool with other conditions or units, under a new version of its agreement, which no earlier quote is for. */
export function amendSpool(
  spool: Spool,
  viewer: Viewer,
  amendment: Amendment,
  facts: AmendmentFacts,
): Decision {
  assertNotEmpty(amendment)
  const { agreement } = spool
  const kept = remaining(agreement.conditions, amendment.removed)
  const added = agreedConditions(amendment.added, {
    path: 'add_conditions',
    idOf: facts.idOf,
    sourceFacts: {
      sources: facts.sources ?? [],
      sideOfAccount: sidesOfAccounts(agreement.parties),
      spoolId: spool.id,
    },
    canFetch: facts.canFetch,
    deliveredAfter: new Date(facts.at),
    findProblem: facts.findProblem,
    sideOfParty: new Map<string, Side>(agreement.parties.map(({ partyId, role }) => [partyId, sideOf(role)])),
  })
  const conditions = [...kept, ...added]
  if (conditions.length > maxConditions) {
    throw unprocessable('add_conditions', `The Spool would have ${conditions.length} conditions.`, {
      remediation: `Keep to ${maxConditions} conditions in all.`,
    })
  }
  if (added.length > 0) assertConditionsSize(conditions)
  const unitization = amendment.unitization ?? agreement.unitization
  if (amendment.unitization !== null) {
    assertReconciled(amendment.unitization, agreement.value.amount_cents, {
      field: 'unitization',
      valueField: 'value.amount_cents',
    })
  }
  // A condition that stays can only be at odds with units that are new.
  assertCountFitsUnits(conditions, unitization, (index, parameter) =>
    index < kept.length
      ? 'unitization.total_units'
      : `add_conditions[${index - kept.length}].deterministic_check.${parameter}`,
  )
  const amended = facts.hashed(spool.id, {
    ...agreement,
    version: agreement.version + 1,
    conditions,
    unitization,
    plan: compilePlan({
      conditions: conditions.map(planConditionOf),
      unitization,
      value: planValue(agreement.value),
    }),
  })
  const decision: Decision = {
    spool: { ...spool, agreement: amended },
    entries: [
      {
        type: 'spool.amended',
        at: facts.at,
        actor: { party_id: viewer.party?.partyId ?? null, kind: 'party' },
        data: {
          agreement_version: amended.version,
          agreement_hash: amended.agreementHash,
          plan_hash: amended.planHash,
          diff: createPatch(amendable(agreement), amendable(amended)),
          summary: summaryOf(agreement, amended),
        },
      },
    ],
  }
  return bindNamedSources(decision, facts.sources ?? [], {
    before: agreement.conditions,
    partyId: viewer.party?.partyId ?? null,
    at: facts.at,
  })
}

/** The part of a Spool that an amendment can change, as the Spool shows it. */
function amendable({ conditions, unitization }: Agreement) {
  return { conditions, unitization }
}

function summaryOf(before: Agreement, after: Agreement): Change[] {
  const isIn = (list: readonly Condition[], { id }: Condition) =>
    list.some((condition) => condition.id === id)
  const removed = before.conditions.filter((condition) => !isIn(after.conditions, condition))
  const added = after.conditions.filter((condition) => !isIn(before.conditions, condition))
  const changes: Change[] = [
    ...removed.map(({ id }) => ({ change: 'condition_removed' as const, condition_id: id })),
    ...added.map(({ id }) => ({ change: 'condition_added' as const, condition_id: id })),
  ]
  const isSame = JSON.stringify(after.unitization) === JSON.stringify(before.unitization)
  if (after.unitization !== null && !isSame) {
    changes.push({ change: 'unitization_changed', from: before.unitization, to: after.unitization })
  }
  return changes
}

/** However often it is amended, a Spool says no more in its conditions than it could when it was made. */
function assertConditionsSize(conditions: readonly Condition[]): void {
  const bytes = Buffer.byteLength(JSON.stringify(conditions))
  if (bytes <= largestAgreementBytes) return
  throw new Refusal(
    'input_too_large',
    `The conditions of the Spool would have ${bytes} bytes; at most ${largestAgreementBytes} are kept.`,
    {
      field: 'add_conditions',
      remediation: 'Send shorter conditions, or remove some in the same amendment.',
    },
  )
}

function assertNotEmpty({ added, removed, unitization }: Amendment): void {
  if (added.length > 0 || removed.length > 0 || unitization !== null) return
  throw invalid('add_conditions', 'The amendment changes nothing.', {
    remediation: 'Send at least one of add_conditions, remove_condition_ids and unitization.',
  })
}

function remaining(conditions: readonly Condition[], removed: readonly string[]): Condition[] {
  removed.forEach((id, index) => {
    const field = `remove_condition_ids[${index}]`
    if (removed.indexOf(id) !== index) {
      throw invalid(field, `${id} is listed twice.`)
    }
    if (conditions.every((condition) => condition.id !== id)) {
      throw unprocessable(field, `This Spool has no condition ${id}.`, {
        remediation: 'Read the Spool and name conditions that it has.',
      })
    }
  })
  return conditions.filter(({ id }) => !removed.includes(id))
}
