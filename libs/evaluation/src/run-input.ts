import type { EvidenceItem, ObservationSet, RecordedOpinion, VerificationPlan } from '@outturn/agreement'
import type { ValueRules } from '@outturn/checkers'
import type { UnitSecrets } from './units/unit-secrets.ts'

/** Everything a run depends on. Equal inputs give equal outcomes, byte for byte. */
export interface RunInput {
  /** The service slug that leads every schema id. */
  readonly slug: string
  readonly runId: string
  readonly plan: VerificationPlan
  /** In receipt order; replaced items are still listed, the run works out the active set. */
  readonly evidence: readonly EvidenceItem[]
  readonly observations: readonly ObservationSet[]
  /** At most one for each condition; a claim without one is judged by the built-in verbatim judge. */
  readonly opinions: readonly RecordedOpinion[]
  /** Salts and pseudonyms of unit leaves. */
  readonly unitSecrets: UnitSecrets
  /** The recorded time against which freshness is measured. */
  readonly evaluatedAt: string
  /** The rules that a run is judged again by; left out for a run that is judged for the first time. */
  readonly rules?: ValueRules
}
