import { reconciles, type Unitization } from '@outturn/evaluation'
import { type CreateSpoolRequest, Refusal } from '@outturn/contracts'
import { assertNoPlaceholder } from './agreed-conditions.ts'
import type { Agreement, DisputePolicy, Finality } from '../lifecycle/spool.ts'

/** Runs that a Spool permits when its finality does not say. */
const defaultMaxRuns = 20

/** Refuses terms that still have blanks. */
export function agreedTerms(request: CreateSpoolRequest): Agreement['terms'] {
  request.terms.forEach(({ text }, index) => assertNoPlaceholder(text, `terms[${index}].text`))
  return request.terms as Agreement['terms']
}

export function agreedValue({ value }: CreateSpoolRequest): Agreement['value'] {
  if (value.currency !== 'USD') {
    throw new Refusal('validation_failed', `${value.currency} is not supported.`, {
      field: 'value.currency',
      meaning: true,
      remediation: 'Send USD.',
    })
  }
  return value as Agreement['value']
}

/** The units that the value is earned in, from either of the two places that may name them. */
export function agreedUnitization(request: CreateSpoolRequest): Unitization | null {
  const beside = request.unitization
  const within = request.economics?.unitization
  if (beside !== undefined && within !== undefined && !isSameUnitization(beside, within)) {
    throw new Refusal('validation_failed', 'unitization and economics.unitization differ.', {
      field: 'economics.unitization',
      remediation: 'Send unitization once, beside economics.',
    })
  }
  const unitization = (beside ?? within ?? null) as Unitization | null
  const field = beside === undefined ? 'economics.unitization' : 'unitization'
  if (unitization !== null) assertReconciled(unitization, request.value.amount_cents, field)
  return unitization
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

/** Refuses units that do not make the agreed amount, with both sides of the equation. */
export function assertReconciled(unitization: Unitization, amountCents: number, field: string): void {
  if (reconciles(unitization, amountCents)) return
  const { total_units: units, unit_amount_cents: each } = unitization
  const product = BigInt(units) * BigInt(each)
  throw new Refusal(
    'validation_failed',
    `${units} units of ${each} cents make ${product} cents, but the value is ${amountCents} cents.`,
    { field, meaning: true, remediation: `Send units whose product is ${amountCents}.` },
  )
}

/** The declared fee and the expiry, which must lie ahead. */
export function agreedEconomicTerms({ economics }: CreateSpoolRequest, now: Date): Agreement['economics'] {
  const { fee_cents: fee, expiry } = economics ?? {}
  return {
    ...(fee !== undefined && { fee_cents: fee }),
    ...(expiry !== undefined && { expiry: instantAhead(expiry, now, 'economics.expiry') }),
  }
}

export function agreedFinality({ finality }: CreateSpoolRequest, now: Date): Finality {
  const mode = finality?.mode ?? 'open'
  const closesAt = finality?.closes_at ?? null
  if (mode === 'until' && closesAt === null) {
    throw new Refusal('validation_failed', 'Finality by a time needs the time.', {
      field: 'finality.closes_at',
      meaning: true,
      remediation: 'Send closes_at, or another mode.',
    })
  }
  return {
    mode,
    max_runs: finality?.max_runs ?? defaultMaxRuns,
    closes_at: closesAt === null ? null : instantAhead(closesAt, now, 'finality.closes_at'),
  }
}

/** A unilateral verdict has nobody to dispute it; a bilateral one may be for three days, and holds the money meanwhile. */
export function agreedDisputePolicy(
  { dispute_policy: policy = {} }: CreateSpoolRequest,
  mode: Agreement['mode'],
): DisputePolicy {
  const isBilateral = mode === 'bilateral'
  return {
    window_hours: policy.window_hours ?? (isBilateral ? 72 : 0),
    holds_settlement: policy.holds_settlement ?? isBilateral,
    resolver: policy.resolver ?? (isBilateral ? 'review' : 'none'),
    ...(policy.resolver_ref !== undefined && { resolver_ref: policy.resolver_ref }),
  }
}

export function agreedIntent(request: CreateSpoolRequest): Agreement['declaredIntent'] {
  const { gated_action: action, gated_action_note: note } = request
  if (action === undefined && note !== undefined) {
    throw new Refusal('validation_failed', 'gated_action_note has no gated_action to explain.', {
      field: 'gated_action_note',
      meaning: true,
      remediation: 'Send gated_action too, or leave the note out.',
    })
  }
  if (action === undefined) return undefined
  return { gated_action: action, ...(note !== undefined && { note }) }
}

function instantAhead(instant: string, now: Date, field: string): string {
  const normalised = new Date(instant).toISOString()
  // Times are compared as text, which beyond four digits of the year has another order.
  if (normalised.length > now.toISOString().length) {
    throw new Refusal('validation_failed', `${instant} lies after the year 9999 in UTC.`, {
      field,
      meaning: true,
      remediation: 'Send an earlier time, or none.',
    })
  }
  if (normalised > now.toISOString()) return normalised
  throw new Refusal('validation_failed', `${normalised} has passed.`, {
    field,
    meaning: true,
    remediation: 'Send a time that lies ahead.',
  })
}
