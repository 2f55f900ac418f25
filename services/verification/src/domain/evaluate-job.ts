import { type Sha256, fromBase64Url } from '@outturn/canonical'
import type { ObservationSet, RecordedOpinion } from '@outturn/agreement'
import { evaluateRun, unitSecretsOfSpool } from '@outturn/evaluation'
import type { RunJob } from '@outturn/contracts'
import { type FetchedContent, withContents } from './evidence-contents.ts'

/** Everything that one run is judged on. */
export type EvaluationTask = {
  readonly job: RunJob
  readonly fetched: readonly FetchedContent[]
  readonly observations: readonly ObservationSet[]
  readonly opinions: readonly RecordedOpinion[]
}

/** What was found of each unit as JSON text, or as the gzip file of one that is large. */
export type UnitResultsText = string | Uint8Array

/** A judged run: the outcome as it is stored and answered, and the digests that name it. */
export type EvaluatedRun<Units extends UnitResultsText = UnitResultsText> = {
  readonly planHash: string
  readonly runDigest: string
  /** JSON text. */
  readonly outcome: string
  /** Null on a Spool without units. */
  readonly unitResults: Units | null
}

/** Judges a run. Equal tasks give equal texts, on any machine and however often. */
export function evaluateJob(
  { job, fetched, observations, opinions }: EvaluationTask,
  sha256: Sha256,
): EvaluatedRun<string> {
  const spoolSalt = fromBase64Url(job.spoolSalt)
  if (spoolSalt === undefined) throw new Error(`the salt of run ${job.runId} is not base64url`)
  const { unitResults, ...outcome } = evaluateRun(
    {
      slug: job.slug,
      runId: job.runId,
      plan: job.plan,
      evidence: withContents(job, fetched, sha256),
      observations,
      opinions,
      unitSecrets: unitSecretsOfSpool(spoolSalt, sha256),
      evaluatedAt: job.evaluatedAt,
    },
    sha256,
  )
  return {
    planHash: outcome.planHash,
    runDigest: outcome.runDigest,
    outcome: JSON.stringify(outcome),
    unitResults: unitResults === null ? null : JSON.stringify(unitResults),
  }
}
