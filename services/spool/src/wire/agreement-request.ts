import type { Unitization } from '@outturn/agreement'
import { type AmendRequest, type CreateSpoolRequest, invalid, unprocessable } from '@outturn/contracts'
import type { AgreementDraft } from '../domain/agreement/agreement-draft.ts'
import type { Amendment } from '../domain/agreement/amend-spool.ts'

/** What the conditions of a Spool are: those of the request, or those that a recipe stands for. */
type Basis = Pick<AgreementDraft, 'conditions' | 'recipe'>

/** What a request for a Spool asks to agree on. */
export function agreementDraftOf(
  request: CreateSpoolRequest,
  { conditions, recipe }: Basis = { conditions: request.conditions ?? [], recipe: null },
): AgreementDraft {
  const { agreement, economics, dispute_policy: disputePolicy, finality } = request
  return {
    mode: agreement?.mode ?? 'bilateral',
    type: request.type ?? null,
    parties: request.parties.map((party, index) => ({
      role: party.role,
      kind: party.kind,
      displayName: party.display_name,
      nameField: `parties[${index}].display_name`,
      accountId: present(party.account_id),
      settlementAddress: present(party.settlement_address),
      contact: present(party.contact),
      processorAccountId: present(party.processor_account_id),
    })),
    value: valueOf(request.value),
    deliverable: request.deliverable,
    terms: request.terms.map(({ text, provenance: { source, origin } }) => ({
      text,
      provenance: { source, ...(present(origin) !== undefined && { origin: origin as string }) },
    })),
    conditions,
    isDelivered: false,
    units: unitsOf(request),
    economics: { fee_cents: economics?.fee_cents, expiry: economics?.expiry } as AgreementDraft['economics'],
    disputePolicy: (disputePolicy ?? {}) as AgreementDraft['disputePolicy'],
    finality: (finality ?? {}) as AgreementDraft['finality'],
    reopensOnDecline: agreement?.reopen_on_decline === true,
    declaredIntent: declaredIntentOf(request),
    recipe,
    fieldsFrom: null,
  }
}

/** An optional string; an empty one is as if absent. */
function present(text: string | undefined): string | undefined {
  return text === '' ? undefined : text
}

function valueOf({ rail_preference: rail, ...value }: CreateSpoolRequest['value']): AgreementDraft['value'] {
  return { ...value, ...(rail !== undefined && rail !== '' && { rail_preference: rail }) }
}

/** What a request asks to change in a proposed agreement. */
export function amendmentOf(request: AmendRequest): Amendment {
  const { add_conditions: added = [], remove_condition_ids: removed = [], unitization = null } = request
  return { added, removed, unitization }
}

/** The units from either of the two places that may name them. */
function unitsOf({ unitization: beside, economics }: CreateSpoolRequest): AgreementDraft['units'] {
  const within = economics?.unitization
  if (beside !== undefined && within !== undefined && !isSameUnitization(beside, within)) {
    throw invalid('economics.unitization', 'unitization and economics.unitization differ.', {
      remediation: 'Send unitization once, beside economics.',
    })
  }
  const unitization = beside ?? within ?? null
  const field = beside === undefined ? 'economics.unitization' : 'unitization'
  return unitization === null ? null : { unitization, field, valueField: 'value.amount_cents' }
}

function isSameUnitization(a: Unitization | object, b: Unitization | object): boolean {
  const parts = (unit: Partial<Unitization>) => [
    unit.total_units,
    unit.unit_amount_cents,
    unit.identity?.source_key,
    unit.identity?.visibility,
  ]
  return JSON.stringify(parts(a)) === JSON.stringify(parts(b))
}

function declaredIntentOf(request: CreateSpoolRequest): AgreementDraft['declaredIntent'] {
  const { gated_action: action } = request
  const note = present(request.gated_action_note)
  if (action !== undefined) return { gated_action: action, ...(note !== undefined && { note }) }
  if (note === undefined) return null
  throw unprocessable('gated_action_note', 'gated_action_note has no gated_action to explain.', {
    remediation: 'Send gated_action too, or leave the note out.',
  })
}
