import { compilePlan, defaultClaimClass, type Unitization } from '@outturn/evaluation'
import { type DeterministicCheck, findParameterProblem, needsNetwork } from '@outturn/checkers'
import { findPlaceholder } from '@outturn/policy'
import type { PartyKind } from '@outturn/vocabulary'
import { type OneCallRequest, Refusal } from '@outturn/contracts'
import { planConditionOf } from './agreed-conditions.ts'
import { agreedName, comparableName } from './party-name.ts'
import type { Agreement, Condition, Evidence, Party } from '../lifecycle/spool.ts'

/** Ids, hashes and content that the caller of the domain made from the command. */
export type OneCallIds = {
  spoolId: string
  buyerPartyId: string
  sellerPartyId: string
  conditionId: (index: number) => string
  evidenceId: (index: number) => string
}

export type Initiator = { accountId: string; name: string; kind: PartyKind }

export type CompiledCondition = {
  description: string
  required: boolean
  deterministic_check: DeterministicCheck
}

const defaultProviderName = 'External provider'

/** Refuses what has the right shape but cannot be meant; returns the amount and units that are. */
export function agreedEconomics(request: OneCallRequest): {
  amountCents: number
  unitization: Unitization | null
} {
  const { max_amount_cents: maximum, unit } = request
  if (unit === undefined) {
    if (maximum === undefined) {
      throw new Refusal(
        'ambiguity_required',
        'Neither max_amount_cents nor unit says what the work is worth.',
        {
          field: 'max_amount_cents',
          remediation: 'Send max_amount_cents, or unit with total_units and unit_amount_cents.',
        },
      )
    }
    return { amountCents: maximum, unitization: null }
  }
  const product = BigInt(unit.total_units) * BigInt(unit.unit_amount_cents)
  if (product > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new Refusal(
      'validation_failed',
      'total_units times unit_amount_cents exceeds the largest exact amount.',
      {
        field: 'unit.unit_amount_cents',
        meaning: true,
        remediation: 'Lower total_units or unit_amount_cents so that their product stays below 2^53.',
      },
    )
  }
  const amountCents = Number(product)
  if (maximum !== undefined && maximum !== amountCents) {
    throw new Refusal(
      'validation_failed',
      `${unit.total_units} units of ${unit.unit_amount_cents} cents make ${amountCents} cents, but max_amount_cents is ${maximum}.`,
      {
        field: 'unit',
        meaning: true,
        remediation: `Send max_amount_cents ${amountCents}, or units whose product is ${maximum}.`,
      },
    )
  }
  return { amountCents, unitization: unit as Unitization }
}

/** Refuses conditions whose text still has gaps or whose parameters no checker could ever judge. */
export function assertUsableConditions(conditions: readonly CompiledCondition[]): void {
  conditions.forEach((condition, index) => {
    const placeholder = findPlaceholder(condition.description)
    if (placeholder !== null) {
      throw new Refusal(
        'ambiguity_required',
        `The description still contains the placeholder ${placeholder.text}.`,
        {
          field: `conditions[${index}].description`,
          remediation: `Replace ${placeholder.text} with an exact value.`,
        },
      )
    }
    const bad = findParameterProblem(condition.deterministic_check)
    if (bad !== null) {
      throw new Refusal('validation_failed', bad.message, {
        field: `conditions[${index}].deterministic_check.${bad.field}`,
        meaning: true,
      })
    }
  })
}

/** Refuses managed settlement: there is one party only in a unilateral Spool, and it takes both. */
export function assertNoManagedSettlement({ settlement }: OneCallRequest): void {
  if (settlement !== 'managed') return
  throw new Refusal(
    'not_allowed_in_unilateral_mode',
    'A one-call verification is unilateral; managed settlement needs both parties.',
    { field: 'settlement', remediation: 'Leave settlement out, or agree on a bilateral Spool.' },
  )
}

/** Refuses conditions that need the network, for a caller who was not given it: a sandbox session. */
export function assertNoFetches(conditions: readonly CompiledCondition[]): void {
  const index = conditions.findIndex(({ deterministic_check: check }) => needsNetwork(check))
  if (index < 0) return
  throw new Refusal('unsupported_environment_capability', 'The sandbox fetches nothing from the network.', {
    field: `conditions[${index}]`,
    remediation: 'Use url_format, which fetches nothing, or a production key.',
  })
}

function providerName(request: OneCallRequest): string {
  const { provenance } = request.evidence
  return typeof provenance === 'object' && provenance.owner !== undefined
    ? agreedName(provenance.owner, 'evidence.provenance.owner')
    : defaultProviderName
}

/** The two parties: the caller buys, an external provider that never accepts here sells. */
export function unilateralParties(request: OneCallRequest, initiator: Initiator, ids: OneCallIds): Party[] {
  const seller = providerName(request)
  if (comparableName(seller) === comparableName(initiator.name)) {
    throw new Refusal('validation_failed', 'The provider has the same name as the account that asks.', {
      field: 'evidence.provenance.owner',
      meaning: true,
      remediation: 'Name the external provider in evidence.provenance.owner.',
    })
  }
  return [
    {
      partyId: ids.buyerPartyId,
      role: 'buyer',
      kind: initiator.kind,
      displayName: initiator.name,
      accountId: initiator.accountId,
    },
    { partyId: ids.sellerPartyId, role: 'seller', kind: 'agent', displayName: seller, accountId: null },
  ]
}

export function toConditions(compiled: readonly CompiledCondition[], ids: OneCallIds): Condition[] {
  return compiled.map((condition, index) => ({
    id: ids.conditionId(index),
    description: condition.description,
    required: condition.required,
    verification_method: 'deterministic',
    deterministic_check: condition.deterministic_check,
  }))
}

export type UnhashedAgreement = Omit<Agreement, 'agreementHash' | 'planHash'>

/** The whole agreement of a one-call verification, before its hashes are taken. */
export function agreeUnilaterally(
  request: OneCallRequest,
  compiled: readonly CompiledCondition[],
  initiator: Initiator,
  ids: OneCallIds,
): UnhashedAgreement {
  const { amountCents, unitization } = agreedEconomics(request)
  assertUsableConditions(compiled)
  const conditions = toConditions(compiled, ids)
  return {
    mode: 'unilateral',
    version: 1,
    plan: compilePlan({
      conditions: conditions.map(planConditionOf),
      unitization,
      value: { amount_cents: amountCents, currency: 'USD' },
    }),
    type: 'service',
    parties: unilateralParties(request, initiator, ids),
    value: { amount_cents: amountCents, currency: 'USD' },
    deliverable: {
      type: request.evidence.type,
      title: `Delivered ${request.evidence.type}`,
      description: `Work delivered by an external provider, evidenced as ${request.evidence.type}`,
      attributes: {},
    },
    terms: compiled.map((condition) => ({
      text: condition.description,
      provenance: { source: 'freeform', origin: 'caller' },
    })),
    conditions,
    unitization,
    economics: {},
    disputePolicy: { window_hours: 0, holds_settlement: false, resolver: 'none' },
    finality: { mode: 'open', max_runs: 20, closes_at: null },
  }
}

/** The delivered evidence, once for each condition it supports. Rows are digested once by the caller. */
export function deliveredEvidence(
  request: OneCallRequest,
  conditions: readonly Condition[],
  ids: OneCallIds,
  content: { digest: string; bytes: number },
  receivedAt: string,
): Evidence[] {
  const { evidence } = request
  const provenance =
    evidence.provenance === undefined
      ? { method: 'uploaded_json' }
      : typeof evidence.provenance === 'string'
        ? { method: evidence.provenance }
        : evidence.provenance
  const observedAt =
    'observed_at' in provenance && provenance.observed_at !== undefined
      ? new Date(provenance.observed_at).toISOString()
      : null
  return conditions.map((condition, index) => ({
    id: ids.evidenceId(index),
    conditionId: condition.id,
    type: evidence.type,
    source: evidence.source ?? 'one-call',
    claimClass: defaultClaimClass(evidence.type),
    provenance: provenance.method,
    provenanceDetail: observedAt === null ? provenance : { ...provenance, observed_at: observedAt },
    onBehalfOf: 'provider',
    contentDigest: content.digest,
    bytes: content.bytes,
    observedAt,
    receivedAt,
  }))
}
