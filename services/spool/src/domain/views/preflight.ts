import type { RunOutcome } from '@outturn/agreement'
import type { CommandOutput, Preflight, priceRun, VerificationPreview } from '@outturn/contracts'
import { neededConfirmations } from '../confirmations/needed-confirmations.ts'
import { correctiveHint } from '../hints/corrective-hint.ts'
import type { PreviewedSpool } from '../runs/previewed-spool.ts'
import { readsAs } from './reads-as.ts'
import { type Agreement, decisionAuthorityOf, type SpoolState } from '../model/spool.ts'
import { countedTablesNote } from './counted-tables.ts'

type Price = CommandOutput<typeof priceRun>

/** The answer to a one-call verification that was only tried: what would bind, cost and come of it. */
export function preflight(agreement: Agreement, outcome: RunOutcome, price: Price): Preflight {
  const hint = correctiveHint(agreement.conditions, outcome, { seesEvidence: true })
  return {
    dry_run: true,
    conditions: agreement.conditions.map((condition) => ({ ...condition, ...readsAs(condition) })),
    unitization: agreement.unitization,
    value: { amount_cents: agreement.value.amount_cents, currency: agreement.value.currency },
    plan_hash: agreement.planHash,
    price: {
      pricing_version: price.pricingVersion,
      verification_micros: price.verificationMicros,
      compile_micros: price.compileMicros,
      total_micros: price.totalMicros,
      covered_by: price.coveredBy,
    },
    result: outcome.result,
    earned_cents: outcome.earnedCents,
    accepted: outcome.accepted,
    rejected: outcome.rejected,
    rejections: [...outcome.rejections],
    ...(outcome.rejectionsTruncated && { rejections_truncated: true }),
    condition_results: outcome.conditionResults.map((result) => ({ ...result })),
    decision_authority: decisionAuthorityOf(agreement.conditions),
    ...(hint !== null && { corrective_hint: hint }),
  }
}

/** The answer to a dry run on an accepted Spool; `spool` and `evidence` are as they would be verified. */
export function verificationPreview(
  { spool, evidence }: Pick<PreviewedSpool, 'spool' | 'evidence'>,
  outcome: RunOutcome,
  { price, previewsLeft }: { price: Price; previewsLeft: number },
): VerificationPreview {
  const answer = preflight(spool.agreement, outcome, price)
  const tried = { agreement: spool.agreement, state: { lastResults: resultsOf(outcome) } }
  const note = answer.corrective_hint === undefined ? null : countedTablesNote(tried, evidence)
  return {
    ...answer,
    ...(note !== null && { corrective_hint: `${answer.corrective_hint} ${note}` }),
    spool_id: spool.id,
    version: spool.version,
    evidence_items: evidence.length,
    awaits: neededConfirmations(spool).map(({ conditionId, side }) => ({ condition_id: conditionId, side })),
    previews_left: previewsLeft,
  }
}

function resultsOf({ conditionResults, runId }: RunOutcome): SpoolState['lastResults'] {
  return Object.fromEntries(
    conditionResults.map(({ condition_id: id, result }) => [id, { result, run_id: runId }]),
  )
}
