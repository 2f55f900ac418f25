import type { Unitization } from '@outturn/agreement'
import { instantText, millisecondFrom, parseInstant } from '@outturn/checkers'
import { reconciles } from '@outturn/evaluation'
import { unprocessable } from '@outturn/contracts'
import { assertNoPlaceholder } from './agreed-conditions.ts'
import type { AgreementDraft } from './agreement-draft.ts'
import type { Agreement, Condition, DisputePolicy, Finality } from '../model/spool.ts'

/** Runs that a Spool permits when its finality does not say. */
const defaultMaxRuns = 20

/** The terms; refuses one that still has a placeholder. Conditions that are the terms themselves are checked as conditions. */
export function agreedTerms({ terms, conditions }: AgreementDraft): Agreement['terms'] {
  if (terms === null) {
    return conditions.map(({ description }) => ({
      text: description,
      provenance: { source: 'freeform', origin: 'caller' },
    }))
  }
  terms.forEach(({ text }, index) => assertNoPlaceholder(text, `terms[${index}].text`))
  return terms
}

export function agreedValue({ value }: AgreementDraft): Agreement['value'] {
  if (value.currency !== 'USD') {
    throw unprocessable('value.currency', `${value.currency} is not supported.`, { remediation: 'Send USD.' })
  }
  return value as Agreement['value']
}

/** The units that the value is earned in; refuses those that do not make it. */
export function agreedUnitization({ units, value }: AgreementDraft): Unitization | null {
  if (units === null) return null
  assertReconciled(units.unitization, value.amount_cents, units)
  return units.unitization
}

/** Refuses units that do not make the agreed amount, with both sides of the equation. */
export function assertReconciled(
  unitization: Unitization,
  amountCents: number,
  { field, valueField }: { field: string; valueField: string },
): void {
  if (reconciles(unitization, amountCents)) return
  const { total_units: units, unit_amount_cents: each } = unitization
  const product = BigInt(units) * BigInt(each)
  throw unprocessable(
    field,
    `${units} units of ${each} cents make ${product} cents, but ${valueField} is ${amountCents}.`,
    { remediation: `Send units whose product is ${amountCents}, or ${valueField} ${product}.` },
  )
}

/**
 * Refuses a required row count that the agreed units can never come to: a right delivery would fail by it, or units would
 * count that have no row. `fieldOf` says where a condition stands in the request, and `unitsField` where the units do.
 */
export function assertCountFitsUnits(
  conditions: readonly Condition[],
  unitization: Unitization | null,
  fieldOf: (index: number, parameter: 'expected' | 'min' | 'max') => string,
  unitsField = 'unitization',
): void {
  if (unitization === null) return
  const { total_units: units } = unitization
  conditions.forEach(({ required, deterministic_check: check }, index) => {
    if (!required || check?.checker !== 'row_count') return
    const { expected, min = 0, max = Number.POSITIVE_INFINITY } = check
    if (expected === undefined ? units >= min && units <= max : expected === units) return
    const parameter = expected === undefined ? (units < min ? 'min' : 'max') : 'expected'
    const count = expected ?? (units < min ? min : max)
    const words = { expected: '', min: 'at least ', max: 'at most ' }[parameter]
    throw unprocessable(
      fieldOf(index, parameter),
      `The condition requires ${words}${count} rows, but ${units} units are agreed and each unit is one row.`,
      { remediation: `Send ${parameter} ${units}, or ${unitsField} with total_units ${count}.` },
    )
  })
}

/** The declared fee and the expiry, which must lie ahead. */
export function agreedEconomicTerms({ economics }: AgreementDraft, now: Date): Agreement['economics'] {
  const { fee_cents: fee, expiry } = economics
  return {
    ...(fee !== undefined && { fee_cents: fee }),
    ...(expiry !== undefined && { expiry: instantAhead(expiry, now, 'economics.expiry') }),
  }
}

export function agreedFinality({ finality }: AgreementDraft, now: Date): Finality {
  const mode = finality.mode ?? 'open'
  const closesAt = finality.closes_at ?? null
  if (mode === 'until' && closesAt === null) {
    throw unprocessable(
      'finality.closes_at',
      'The finality mode until needs closes_at, the time at which it closes.',
      {
        remediation: 'Send closes_at, or another mode.',
      },
    )
  }
  return {
    mode,
    max_runs: finality.max_runs ?? defaultMaxRuns,
    closes_at: closesAt === null ? null : instantAhead(closesAt, now, 'finality.closes_at'),
  }
}

/** A unilateral verdict has no other party to dispute it; a bilateral one may be for three days, and holds the money meanwhile. */
export function agreedDisputePolicy({ disputePolicy: policy, mode }: AgreementDraft): DisputePolicy {
  const isBilateral = mode === 'bilateral'
  if (policy.resolver === 'external' && policy.resolver_ref === undefined) {
    throw unprocessable(
      'dispute_policy.resolver_ref',
      'The resolver external needs resolver_ref, which names who resolves a dispute.',
      { remediation: 'Send resolver_ref, or another resolver.' },
    )
  }
  return {
    window_hours: policy.window_hours ?? (isBilateral ? 72 : 0),
    holds_settlement: policy.holds_settlement ?? isBilateral,
    resolver: policy.resolver ?? (isBilateral ? 'review' : 'none'),
    ...(policy.resolver_ref !== undefined && { resolver_ref: policy.resolver_ref }),
  }
}

function instantAhead(sent: string, now: Date, field: string): string {
  const instant = parseInstant(sent)
  if (instant === null) {
    throw unprocessable(field, `${sent} is no time with at most nine decimals of a second.`, {
      remediation: 'Send a time with its offset, such as 2026-01-31T17:00:00Z.',
    })
  }
  const agreed = instantText(instant)
  // Times are compared as text, which beyond four digits of the year has another order.
  if (!/^\d{4}-/.test(agreed)) {
    throw unprocessable(field, `${sent} lies after the year 9999 in UTC.`, {
      remediation: 'Send an earlier time, or none.',
    })
  }
  if (millisecondFrom(agreed) > now.toISOString()) return agreed
  throw unprocessable(field, `${agreed} has passed.`, { remediation: 'Send a time that lies ahead.' })
}
