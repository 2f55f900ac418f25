import { type ConditionInput, unitsCents } from '@outturn/agreement'
import { ambiguous, assertUnitsWithinLimit, type DeliveryRequest, Refusal } from '@outturn/contracts'
import type { PartyKind } from '@outturn/vocabulary'
import type { AgreementDraft } from '../domain/agreement/agreement-draft.ts'

export type Initiator = { accountId: string; name: string; kind: PartyKind }

/** The conditions of a one-call request as they bind, with the recipe that they are of, and whose fields their texts were read by. */
export type BoundConditions = Pick<AgreementDraft, 'recipe' | 'fieldsFrom'> & {
  conditions: ConditionInput[]
}

const defaultProviderName = 'External provider'

/** The agreement that a one-call request asks for: the caller buys from an external provider that never accepts here. */
export function oneCallDraft(
  request: DeliveryRequest,
  { conditions, recipe, fieldsFrom }: BoundConditions,
  initiator: Initiator,
): AgreementDraft {
  const { unit, evidence } = request
  return {
    mode: 'unilateral',
    type: 'service',
    parties: [
      {
        role: 'buyer',
        kind: initiator.kind,
        displayName: initiator.name,
        nameField: null,
        accountId: initiator.accountId,
      },
      {
        role: 'seller',
        kind: 'agent',
        displayName: providerName(request),
        nameField: 'evidence.provenance.owner',
      },
    ],
    value: { amount_cents: amountOf(request), currency: 'USD' },
    deliverable: {
      type: evidence.type,
      title: `Delivered ${evidence.type}`,
      description: `Work delivered by an external provider, evidenced as ${evidence.type}`,
      attributes: {},
    },
    terms: null,
    isDelivered: true,
    conditions,
    units: unit === undefined ? null : { unitization: unit, field: 'unit', valueField: 'max_amount_cents' },
    economics: {},
    disputePolicy: {},
    finality: {},
    reopensOnDecline: false,
    declaredIntent: null,
    recipe,
    fieldsFrom,
  }
}

/** Refuses managed settlement: a unilateral Spool has one party in it, and managed settlement takes both. */
export function assertNoManagedSettlement({ settlement }: DeliveryRequest): void {
  if (settlement !== 'managed') return
  throw new Refusal(
    'not_allowed_in_unilateral_mode',
    'A one-call verification is unilateral; managed settlement needs both parties.',
    { field: 'settlement', remediation: 'Leave settlement out, or agree on a bilateral Spool.' },
  )
}

/** The amount that the request names, or else the one that its units make. */
function amountOf({ max_amount_cents: maximum, unit }: DeliveryRequest): number {
  if (unit === undefined) {
    if (maximum !== undefined) return maximum
    throw ambiguous('max_amount_cents', 'Neither max_amount_cents nor unit says what the work is worth.', {
      remediation: 'Send max_amount_cents, or unit with total_units and unit_amount_cents.',
    })
  }
  assertUnitsWithinLimit(unit, 'unit')
  return maximum ?? Number(unitsCents(unit))
}

function providerName({ evidence: { provenance } }: DeliveryRequest): string {
  return typeof provenance === 'object' ? (provenance.owner ?? defaultProviderName) : defaultProviderName
}
