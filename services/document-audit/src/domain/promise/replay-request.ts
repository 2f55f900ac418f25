import type { PromiseWindow, ReplayFeeBasis, UncertainTreatment, ReplayVerdict } from '@outturn/vocabulary'

/** The terms of a promise about the share of accepted units. */
export type PromiseTerms = {
  readonly promise_version: string
  readonly window: PromiseWindow
  /** Rate under which the promise is breached, in basis points. */
  readonly threshold_bp: number
  /** Days after its delivery at which a unit is final. */
  readonly finality_days: number
  readonly uncertain_treatment: UncertainTreatment
  readonly fee_basis: ReplayFeeBasis
  readonly remedy_tiers: readonly RemedyTier[]
  /** Fewest measured units of a window that is measured at all. */
  readonly min_units: number
}

/** The remedy of a breach with at least this rate. */
export type RemedyTier = { readonly min_rate_bp: number; readonly remedy_bp: number }

export type ReplayedUnit = {
  readonly unit_id: string
  readonly customer_id: string
  readonly delivered_at: string
  readonly verdict: ReplayVerdict
  readonly value_cents: number
}

export type UnitCorrection = {
  readonly unit_id: string
  readonly corrected_at: string
  readonly verdict?: ReplayVerdict | undefined
  readonly value_cents?: number | undefined
  readonly reason?: string | undefined
}

export type SensitivityAxes = {
  readonly threshold_bp?: readonly number[] | undefined
  readonly finality_days?: readonly number[] | undefined
  readonly uncertain_treatment?: readonly UncertainTreatment[] | undefined
}

export type ReplayRequest = {
  readonly promise: PromiseTerms
  readonly units: readonly ReplayedUnit[]
  readonly as_of: string
  readonly corrections?: readonly UnitCorrection[] | undefined
  readonly sensitivity?: SensitivityAxes | undefined
}
