import type { PromiseReplay } from '@outturn/sdk'
import { amount } from '../report/amounts.ts'

export type ReplayWindow = PromiseReplay['windows'][number]

/** Basis points as a percentage: 95.00 %. */
export function percent(basisPoints: number): string {
  return `${Math.floor(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')} %`
}

/** First and last moment of a window as its days, or as times where it begins within a day. */
export function span({ window_start: start, window_end: end }: ReplayWindow): string {
  const isDays = [start, end].every((time) => time.endsWith('T00:00:00.000Z'))
  return isDays ? `${start.slice(0, 10)} to ${end.slice(0, 10)}` : `${start} to ${end}`
}

/** Why a window has the remedy that it has. */
export function reason(window: ReplayWindow): string {
  const { status, rate_bp: rate, threshold_bp: threshold, tier, basis_cents: basis } = window
  if (status === 'below_min_units') return 'too few measured units'
  if (!window.breached) return `kept: at least ${percent(threshold)}`
  if (tier === null) return `breached: no tier covers ${percent(rate ?? 0)}`
  return `breached: ${percent(tier.remedy_bp)} of ${amount(basis)}, the tier from ${percent(tier.min_rate_bp)}`
}

export function rateText({ rate_bp: rate }: ReplayWindow): string {
  return rate === null ? 'none' : percent(rate)
}

/** The sentence that a report begins with. */
export function summary({ totals }: PromiseReplay): string {
  const { breached_windows: breached, windows, units, hypothetical_remedy_cents: remedy } = totals
  return `${breached} of ${windows} windows are breached over ${units} units. Hypothetical remedy: ${amount(remedy)}.`
}

/** Combinations of the grid, each with its part of the largest remedy, from 0 to 1. */
export function gridCells({ sensitivity }: PromiseReplay) {
  const largest = Math.max(1, ...sensitivity.map((cell) => cell.hypothetical_remedy_cents))
  return sensitivity.map((cell) => ({
    terms: [percent(cell.threshold_bp), `${cell.finality_days} days`, cell.uncertain_treatment],
    breached: String(cell.breached_windows),
    remedy: amount(cell.hypothetical_remedy_cents),
    share: cell.hypothetical_remedy_cents / largest,
  }))
}
