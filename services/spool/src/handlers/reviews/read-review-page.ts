import {
  absentReview,
  type OutcomeReceiptBody,
  type readReviewPage,
  type ReviewPage,
} from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { isSubmitted, judgedItems } from '../../domain/evidence/judged-items.ts'
import { documentsOfRun } from '../../adapters/signing.ts'
import { partyOn } from '../../domain/model/viewer.ts'
import { reviewOf } from '../../domain/reviews/change-review.ts'
import { codeLimits } from '../../domain/reviews/decide-review.ts'
import { reviewView } from '../../domain/views/review-view.ts'
import type { SpoolDeps } from '../../deps.ts'
import { currentSpool } from '../../flows/current-spool.ts'
import { besideReview, reviewerOf } from '../../flows/reviews/read-reviews.ts'
import { judgedEvidence } from '../../flows/runs/frozen-run.ts'
import { codesOf, findProcessOfReceipt, findReviewOfToken } from '../../store/casework/review-store.ts'

/** What the holder of a review link may see: the conditions in question with their evidence, and no contact or account. */
export function handleReadReviewPage(deps: SpoolDeps): Handler<typeof readReviewPage> {
  return async ({ tokenHash }, context) => {
    const stored = await findReviewOfToken(deps.pool, tokenHash)
    const current = stored === null ? null : await currentSpool(deps, stored.spoolId, context.principal)
    if (stored === null || current === null) throw absentReview()
    const { spool, evidence } = current
    const { agreement } = spool
    const review = reviewOf(spool, stored.id)
    const process = await findProcessOfReceipt(deps.pool, spool.id, review.receiptId)
    if (process === null) throw absentReview()
    const asService = { ...context, principal: { kind: 'service', service: 'spool' } as const }
    const { receipt } = await documentsOfRun(deps, process.runId, asService)
    const signed = JSON.parse(Buffer.from(receipt.bytes).toString()) as Pick<
      OutcomeReceiptBody,
      'amounts' | 'condition_results'
    >
    const results = new Map(signed.condition_results.map((each) => [each.condition_id, each]))
    const items = judgedItems(judgedEvidence({ spool, held: evidence }, process), agreement).filter(
      isSubmitted,
    )
    const inScope = new Set(review.conditionIds ?? agreement.conditions.map(({ id }) => id))
    const [beside, codes] = await Promise.all([besideReview(deps, stored), codesOf(deps.pool, stored.id)])
    const lastCode = codes.at(-1)
    const page: ReviewPage = {
      review: reviewView(spool, review, beside, reviewerOf(spool)),
      requester: { name: partyOn(spool, review.side).displayName, side: review.side },
      title: agreement.deliverable.title,
      earnedCents: toCents(signed.amounts.earned),
      committedCents: toCents(signed.amounts.committed),
      unitAmountCents: agreement.unitization?.unit_amount_cents ?? null,
      totalUnits: agreement.unitization?.total_units ?? null,
      isSettled: spool.state.status.settlement === 'settled' || spool.state.settledCents > 0,
      conditions: agreement.conditions
        .filter(({ id }) => inScope.has(id))
        .map(({ id, description, required }) => ({
          id,
          description,
          required,
          result: results.get(id)?.result ?? null,
          reason: results.get(id)?.reason ?? null,
          evidence: items
            .filter(({ conditionId }) => conditionId === null || conditionId === id)
            .map((item) => ({
              id: item.id,
              type: item.type,
              source: item.source,
              side: item.onBehalfOf,
              digest: item.contentDigest,
              bytes: item.bytes,
              hasContent: item.type !== 'url' && item.referenceDigest === undefined,
            })),
        })),
      codesLeft: Math.max(0, codeLimits.codes - codes.length),
      codeExpiresAt:
        lastCode === undefined
          ? null
          : new Date(Date.parse(lastCode.issuedAt) + codeLimits.validMs).toISOString(),
    }
    return page
  }
}

/** A decimal with two places as cents. */
function toCents(amount: string): number {
  return Number(amount.replace('.', ''))
}
