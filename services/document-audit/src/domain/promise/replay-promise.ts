import { unprocessable } from '@outturn/contracts/audits'
import { type CorrectedUnits, correctUnits, type IgnoredCorrection, type Unit } from './corrected-units.ts'
import { type Measure, measureWindow, type VariedTerms } from './measure-window.ts'
import type { ReplayRequest, RemedyTier } from './replay-request.ts'
import { type TimeWindow, windowOf } from './replay-window.ts'

/** Version of the rules by which promises are replayed; a change of any result is a new version. */
export const replayEngineVersion = '1.0.0'

const maxCells = 200
const maxTableBytes = 5_000_000

type CustomerWindow = TimeWindow & { readonly customerId: string; readonly units: readonly Unit[] }

export type ReplayResult = {
  readonly promise_version: string
  readonly as_of: string
  readonly rounding: 'floor'
  readonly windows: readonly object[]
  readonly customers: readonly object[]
  readonly totals: ReplayTotals
  readonly corrections_applied: number
  readonly corrections_ignored: readonly IgnoredCorrection[]
  readonly sensitivity: readonly object[]
  readonly warnings: readonly object[]
  readonly readout: string
}

export type ReplayTotals = {
  readonly units: number
  readonly measured_units: number
  readonly windows: number
  readonly breached_windows: number
  readonly basis_cents: number
  readonly hypothetical_remedy_cents: number
}

/** Measures a promise over a history. Equal requests give equal results. */
export function replayPromise(request: ReplayRequest): ReplayResult {
  const { promise } = request
  assertTiers(promise.remedy_tiers)
  assertSize(request)
  const asOf = Date.parse(request.as_of)
  const corrected = correctUnits(request, asOf)
  const windows = toWindows(corrected, request, asOf)
  const measured = windows.map((window) => ({ window, measure: measureWindow(window.units, promise, asOf) }))
  return {
    promise_version: promise.promise_version,
    as_of: new Date(asOf).toISOString(),
    rounding: 'floor',
    windows: measured.map(({ window, measure }) => toWindowView(window, measure, promise.threshold_bp)),
    customers: toCustomers(measured),
    totals: toTotals(measured),
    corrections_applied: corrected.applied,
    corrections_ignored: corrected.ignored,
    sensitivity: cellsOf(request).map((cell) => toCell(windows, { ...promise, ...cell }, cell, asOf)),
    warnings: measured.filter(({ measure }) => measure.status === 'no_tier').map(toWarning),
    readout: 'This replays the history you supplied. It predicts nothing. The decision is yours.',
  }
}

/** The units, and the corrections, are as long at most as a table of an invoice audit: in bytes of the CSV that has their values. */
function assertSize({ units, corrections = [] }: ReplayRequest): void {
  const lengths = {
    units: bytesAsCsv(units),
    corrections: bytesAsCsv(corrections),
  }
  for (const [field, bytes] of Object.entries(lengths)) {
    if (bytes <= maxTableBytes) continue
    throw unprocessable(
      field,
      `The values of the ${field} have ${bytes} bytes as CSV; at most ${maxTableBytes} are read.`,
      { remediation: 'Send shorter IDs, or the history in several parts, such as one for each customer.' },
    )
  }
}

function bytesAsCsv(rows: readonly object[]): number {
  return rows.reduce<number>((sum, row) => sum + Buffer.byteLength(Object.values(row).join()) + 1, 0)
}

/** Tiers in either order, each once: of two with the same rate none could be chosen. */
function assertTiers(tiers: readonly RemedyTier[]): void {
  const rates = tiers.map(({ min_rate_bp }) => min_rate_bp)
  const isRising = rates.every((rate, at) => at === 0 || rate > (rates[at - 1] ?? 0))
  const isFalling = rates.every((rate, at) => at === 0 || rate < (rates[at - 1] ?? 0))
  if (isRising || isFalling) return
  throw unprocessable('promise.remedy_tiers', 'The tiers are not in strict order of min_rate_bp.', {
    remediation: 'Send them from the highest rate to the lowest, or the other way round, each rate once.',
  })
}

/** The windows with units, by customer in the order of their UTF-16 code units, then by time. */
function toWindows({ units }: CorrectedUnits, { promise }: ReplayRequest, asOf: number): CustomerWindow[] {
  const byCustomer = new Map<string, Unit[]>()
  for (const unit of units) {
    const others = byCustomer.get(unit.customerId)
    if (others === undefined) byCustomer.set(unit.customerId, [unit])
    else others.push(unit)
  }
  return [...byCustomer]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([customerId, ofCustomer]) => windowsOfCustomer(customerId, ofCustomer, promise.window, asOf))
}

function windowsOfCustomer(
  customerId: string,
  units: readonly Unit[],
  window: ReplayRequest['promise']['window'],
  asOf: number,
): CustomerWindow[] {
  const firstDelivery = units.reduce((first, { deliveredAt }) => Math.min(first, deliveredAt), asOf)
  const windows = new Map<number, TimeWindow & { units: Unit[] }>()
  for (const unit of units) {
    const { start, end } = windowOf(window, unit.deliveredAt, { asOf, firstDelivery })
    const known = windows.get(start)
    if (known === undefined) windows.set(start, { start, end, units: [unit] })
    else known.units.push(unit)
  }
  return [...windows.values()].toSorted((a, b) => a.start - b.start).map((each) => ({ ...each, customerId }))
}

type MeasuredWindow = { readonly window: CustomerWindow; readonly measure: Measure }

function toWindowView(
  { customerId, start, end, units }: CustomerWindow,
  measure: Measure,
  thresholdBp: number,
) {
  return {
    customer_id: customerId,
    window_start: new Date(start).toISOString(),
    window_end: new Date(end).toISOString(),
    units: units.length,
    pending_units: measure.pending,
    measured_units: measure.measured,
    accepted: measure.accepted,
    rejected: measure.rejected,
    uncertain: measure.uncertain,
    rate_bp: measure.rateBp,
    threshold_bp: thresholdBp,
    breached: measure.isBreached,
    tier: measure.tier,
    basis_cents: toCents(measure.basisCents),
    hypothetical_remedy_cents: toCents(measure.remedyCents),
    status: measure.status,
  }
}

function toCustomers(measured: readonly MeasuredWindow[]) {
  const customers = new Map<string, { windows: number; breached: number; remedy: bigint }>()
  for (const { window, measure } of measured) {
    const sums = customers.get(window.customerId) ?? { windows: 0, breached: 0, remedy: 0n }
    sums.windows += 1
    if (measure.isBreached) sums.breached += 1
    sums.remedy += measure.remedyCents
    customers.set(window.customerId, sums)
  }
  return [...customers].map(([customer_id, { windows, breached, remedy }]) => ({
    customer_id,
    windows,
    breached,
    hypothetical_remedy_cents: toCents(remedy),
  }))
}

function toTotals(measured: readonly MeasuredWindow[]): ReplayTotals {
  const sum = (each: (one: MeasuredWindow) => number) => measured.reduce((total, one) => total + each(one), 0)
  const sumCents = (each: (measure: Measure) => bigint) =>
    toCents(measured.reduce((total, { measure }) => total + each(measure), 0n))
  return {
    units: sum(({ window }) => window.units.length),
    measured_units: sum(({ measure }) => measure.measured),
    windows: measured.length,
    breached_windows: measured.filter(({ measure }) => measure.isBreached).length,
    basis_cents: sumCents(({ basisCents }) => basisCents),
    hypothetical_remedy_cents: sumCents(({ remedyCents }) => remedyCents),
  }
}

/** Every combination of the axes, the first axis slowest; an axis that is missing has the value of the promise. */
function cellsOf({ promise, sensitivity }: ReplayRequest): VariedTerms[] {
  if (sensitivity === undefined) return []
  const thresholds = sensitivity.threshold_bp ?? [promise.threshold_bp]
  const finalities = sensitivity.finality_days ?? [promise.finality_days]
  const treatments = sensitivity.uncertain_treatment ?? [promise.uncertain_treatment]
  const cells = thresholds.length * finalities.length * treatments.length
  if (cells > maxCells) {
    throw unprocessable('sensitivity', `The grid has ${cells} cells; at most ${maxCells} are computed.`, {
      remediation: 'Send fewer values on its axes, or several requests.',
    })
  }
  return thresholds.flatMap((threshold_bp) =>
    finalities.flatMap((finality_days) =>
      treatments.map((uncertain_treatment) => ({ threshold_bp, finality_days, uncertain_treatment })),
    ),
  )
}

function toCell(
  windows: readonly CustomerWindow[],
  terms: ReplayRequest['promise'],
  cell: VariedTerms,
  asOf: number,
) {
  const measures = windows.map(({ units }) => measureWindow(units, terms, asOf))
  return {
    ...cell,
    breached_windows: measures.filter(({ isBreached }) => isBreached).length,
    hypothetical_remedy_cents: toCents(measures.reduce((sum, { remedyCents }) => sum + remedyCents, 0n)),
  }
}

function toWarning({ window, measure }: MeasuredWindow) {
  return {
    code: 'no_tier',
    customer_id: window.customerId,
    window_start: new Date(window.start).toISOString(),
    message: `No tier covers a rate of ${measure.rateBp ?? 0} basis points, so the remedy is 0.`,
  }
}

function toCents(cents: bigint): number {
  const number = Number(cents)
  if (Number.isSafeInteger(number)) return number
  throw unprocessable('units', 'The values of the units add up to more than 2^53-1 cents.', {
    remediation: 'Send the units of fewer customers at a time.',
  })
}
