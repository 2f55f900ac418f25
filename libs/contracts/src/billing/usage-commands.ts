import { AccountId, KeyId } from '@outturn/agreement'
import { z } from 'zod'
import { Micros } from '../http/billing.ts'
import { defineQuery } from '../operation.ts'

const count = z.int().min(0)

/** A day in UTC, as `2026-11-27`. */
export const UtcDay = z.iso.date()
/** A calendar month in UTC, as `2026-11`. */
export const UtcMonth = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month, such as 2026-11')

/**
 * Runs that ended with a verdict, by the day on which they were charged. Every run is one of: included in the allowance, charged to the
 * credits, paid for by itself, or not charged because the service could not look at what its verdict needs.
 */
const runFigures = {
  runs: count,
  passed: count,
  partial: count,
  failed: count,
  undecided: count,
  /** Runs that the allowance of the month covered. */
  included: count,
  /** Charged to the credits for verification, without compilations; audits of invoices are charged as one each, and are no runs. */
  runMicros: Micros,
  /** Value that the runs found to be earned; no charge. */
  earnedMicros: Micros,
}

/** Compilations from free text, within a run or by themselves. They have no use case. */
const compilationFigures = {
  compilations: count,
  includedCompilations: count,
  compilationMicros: Micros,
}

const UsageFigures = z.strictObject({
  ...runFigures,
  ...compilationFigures,
  /** `runMicros` and `compilationMicros`: what left the credits. */
  chargedMicros: Micros,
  /** Paid for runs by themselves with x402, beside the credits. */
  paidMicros: Micros,
})
export type UsageFigures = z.infer<typeof UsageFigures>

/** Null sums up the use cases beyond those listed. */
const UseCaseFigures = z.strictObject({ useCase: z.string().nullable(), ...runFigures, paidMicros: Micros })

/**
 * Usage of an account from the first to the last day, both included. `sum(keys.chargedMicros) = totals.chargedMicros =
 * sum(useCases.runMicros) + totals.compilationMicros`, and each is a sum of ledger entries.
 */
export const UsageReport = z.strictObject({
  from: UtcDay,
  to: UtcDay,
  totals: UsageFigures,
  /** Every day of the period, also those without a run. */
  days: z.array(UsageFigures.extend({ date: UtcDay })),
  /**
   * The largest charge first; null is a person in the console, or a run from before keys were recorded. `isRest` sums up the keys beyond
   * those listed.
   */
  keys: z.array(UsageFigures.extend({ keyId: KeyId.nullable(), isRest: z.boolean() })),
  /** Kinds of deliverable, in the words of the agreements; the one with most runs first, and the rest last. */
  useCases: z.array(UseCaseFigures),
})
export type UsageReport = z.infer<typeof UsageReport>

/** Most keys and most use cases that are listed by themselves. */
export const maxListedGroups = 500

/** Longest period of a report, in days. */
export const maxReportDays = 366

const period = { accountId: AccountId, from: UtcDay, to: UtcDay }

/** Usage of a period by day, by key and by use case. Verdicts and earned values come with `spool.verified`. */
export const readUsageReport = defineQuery('billing.read-usage-report', {
  input: z.strictObject(period),
  output: UsageReport,
  refuses: ['validation_failed'],
  sentBy: ['gateway'],
})

const UsageRow = z.strictObject({
  date: UtcDay,
  keyId: KeyId.nullable(),
  /** Null in the row of the compilations of this date and key. */
  useCase: z.string().nullable(),
  ...runFigures,
  ...compilationFigures,
  chargedMicros: Micros,
})
export type UsageRow = z.infer<typeof UsageRow>

/** The rows of a usage file: one for each date, key and use case, in this order. `next` continues after the last row. */
export const listUsageRows = defineQuery('billing.list-usage-rows', {
  input: z.strictObject({
    ...period,
    after: z.string().max(2_000).nullable(),
    limit: z.int().min(1).max(1_000),
  }),
  output: z.strictObject({ rows: z.array(UsageRow), next: z.string().nullable() }),
  refuses: ['validation_failed'],
  sentBy: ['gateway'],
})
