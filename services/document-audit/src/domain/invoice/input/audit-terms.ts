import { unprocessable } from '@outturn/contracts/audits'
import type { AuditOrder, AuditRules } from './audit-request.ts'
import { readDay, readQuantity } from '../values/values.ts'

/** The rules of an audit as values. */
export type AuditTerms = {
  readonly currency: string
  /** Statuses of records that may be billed; null for any. */
  readonly billableStatuses: ReadonlySet<string> | null
  /** First and last UTC day of the period, both included; null for no period. */
  readonly period: { readonly from: number; readonly to: number } | null
  /** Agreed price of one unit, in billionths; null for none. */
  readonly unitPrice: bigint | null
  readonly amountToleranceCents: bigint
  /** In billionths. */
  readonly quantityTolerance: bigint
  /** The form of a key under which invoice and record are compared. */
  readonly toKey: (text: string) => string
}

const billionthsOfCent = 10_000_000n

/** Refuses rules that no mapped column can answer. */
export function readTerms({ rules = {}, currency, column_mapping: mapping }: AuditOrder): AuditTerms {
  const { billable_statuses: statuses, period } = rules
  if (statuses !== undefined && isUnmapped(mapping.record.status)) {
    throw unprocessable(
      'rules.billable_statuses',
      'The rule on statuses needs a status column of the record.',
      {
        remediation: 'Name the column in column_mapping.record.status, or leave the rule out.',
      },
    )
  }
  if (period !== undefined && isUnmapped(mapping.record.date) && isUnmapped(mapping.invoice.date)) {
    throw unprocessable(
      'rules.period',
      'The rule on the period needs a date column of the record or the invoice.',
      {
        remediation: 'Name the column in column_mapping.record.date, or leave the rule out.',
      },
    )
  }
  return {
    currency,
    billableStatuses: statuses === undefined ? null : new Set(statuses.map((status) => status.trim())),
    period: period === undefined ? null : readPeriod(period),
    unitPrice:
      rules.unit_price_cents === undefined ? null : BigInt(rules.unit_price_cents) * billionthsOfCent,
    amountToleranceCents: BigInt(rules.amount_tolerance_cents ?? 0),
    quantityTolerance: readTolerance(rules.quantity_tolerance ?? 0),
    toKey: rules.case_sensitive_keys === false ? (text) => text.toLowerCase() : (text) => text,
  }
}

function isUnmapped(column: string | null | undefined): boolean {
  return column === undefined || column === null
}

function readPeriod({ from, to }: NonNullable<AuditRules['period']>) {
  const period = {
    from: from === undefined ? Number.NEGATIVE_INFINITY : readDayOf('rules.period.from', from),
    to: to === undefined ? Number.POSITIVE_INFINITY : readDayOf('rules.period.to', to),
  }
  if (period.from > period.to) {
    throw unprocessable('rules.period', 'The period ends before it begins.', {
      remediation: 'Send the first day in `from` and the last day in `to`.',
    })
  }
  return period
}

function readDayOf(field: string, text: string): number {
  const reading = readDay(text)
  if ('value' in reading) return reading.value
  throw unprocessable(field, `${JSON.stringify(text.slice(0, 40))} is no date.`, {
    remediation: 'Send a date such as 2026-01-31.',
  })
}

function readTolerance(quantity: number): bigint {
  const reading = readQuantity(String(quantity))
  if ('value' in reading) return reading.value
  throw unprocessable('rules.quantity_tolerance', 'The tolerance has more than nine decimals.')
}
