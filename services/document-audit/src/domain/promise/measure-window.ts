import type { PromiseTerms, RemedyTier } from './replay-request.ts'
import type { Unit } from './corrected-units.ts'

/** The terms that a sensitivity grid varies. */
export type VariedTerms = Pick<PromiseTerms, 'threshold_bp' | 'finality_days' | 'uncertain_treatment'>

/** The measure of the units of one customer in one window. */
export type Measure = {
  readonly pending: number
  readonly measured: number
  readonly accepted: number
  readonly rejected: number
  /** Final units that were uncertain before they were treated. */
  readonly uncertain: number
  readonly rateBp: number | null
  readonly isBreached: boolean
  readonly tier: RemedyTier | null
  readonly basisCents: bigint
  readonly remedyCents: bigint
  readonly status: 'measured' | 'below_min_units' | 'no_tier'
}

const dayMs = 86_400_000
const wholeBp = 10_000

/** Measures a window. A remedy is never guessed: where no tier is low enough it is 0, and the status says so. */
export function measureWindow(
  units: readonly Unit[],
  terms: Pick<PromiseTerms, 'fee_basis' | 'min_units' | 'remedy_tiers'> & VariedTerms,
  asOf: number,
): Measure {
  const counts = { pending: 0, accepted: 0, rejected: 0, uncertain: 0 }
  let basisCents = 0n
  for (const { deliveredAt, verdict, valueCents } of units) {
    if (deliveredAt + terms.finality_days * dayMs > asOf) {
      counts.pending += 1
      continue
    }
    if (verdict === 'uncertain') counts.uncertain += 1
    const treated = verdict === 'uncertain' ? treatments[terms.uncertain_treatment] : verdict
    if (treated === null) continue
    counts[treated] += 1
    if (terms.fee_basis === 'delivered_value' || terms.fee_basis === `${treated}_value`)
      basisCents += BigInt(valueCents)
  }
  const measured = counts.accepted + counts.rejected
  const rateBp = measured === 0 ? null : Math.floor((counts.accepted * wholeBp) / measured)
  const found = { ...counts, measured, rateBp, basisCents }
  if (rateBp === null || measured < terms.min_units) {
    return { ...found, isBreached: false, tier: null, remedyCents: 0n, status: 'below_min_units' }
  }
  if (rateBp >= terms.threshold_bp) {
    return { ...found, isBreached: false, tier: null, remedyCents: 0n, status: 'measured' }
  }
  const tier = tierOf(terms.remedy_tiers, rateBp)
  if (tier === null) return { ...found, isBreached: true, tier, remedyCents: 0n, status: 'no_tier' }
  const remedyCents = (basisCents * BigInt(tier.remedy_bp)) / BigInt(wholeBp)
  return { ...found, isBreached: true, tier, remedyCents, status: 'measured' }
}

const treatments = { exclude: null, count_as_accepted: 'accepted', count_as_rejected: 'rejected' } as const

/** The tier with the highest rate that this one reaches. */
function tierOf(tiers: readonly RemedyTier[], rateBp: number): RemedyTier | null {
  return tiers
    .filter(({ min_rate_bp }) => min_rate_bp <= rateBp)
    .reduce<RemedyTier | null>(
      (best, tier) => (best === null || tier.min_rate_bp > best.min_rate_bp ? tier : best),
      null,
    )
}
