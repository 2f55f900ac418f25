import type { readReviewPage, ReviewPage } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { partyOn } from '../../domain/model/viewer.ts'
import { codeLimits } from '../../domain/reviews/decide-review.ts'
import type { ShownItem } from '../../domain/reviews/shown-evidence.ts'
import { reviewView } from '../../domain/views/review-view.ts'
import type { SpoolDeps } from '../../deps.ts'
import { besideReview, disputeOfReview, reviewerOf } from '../../flows/reviews/read-reviews.ts'
import { reviewOfToken } from '../../flows/reviews/reviewed-receipt.ts'
import { codesOf } from '../../store/casework/review-store.ts'

/** What the holder of a review link may see: the conditions in question with their evidence, and no contact or account. */
export function handleReadReviewPage(deps: SpoolDeps): Handler<typeof readReviewPage> {
  return async ({ tokenHash }, context) => {
    const { stored, review, spool, receipt, evidenceOf } = await reviewOfToken(deps, tokenHash, context)
    const { agreement } = spool
    const results = new Map(receipt.condition_results.map((each) => [each.condition_id, each]))
    const inScope = new Set(review.conditionIds ?? agreement.conditions.map(({ id }) => id))
    const [beside, codes, dispute] = await Promise.all([
      besideReview(deps, stored),
      codesOf(deps.pool, stored.id),
      disputeOfReview(deps, spool, review),
    ])
    const lastCode = codes.at(-1)
    const page: ReviewPage = {
      review: reviewView(spool, review, beside, reviewerOf(spool)),
      requester: { name: partyOn(spool, review.side).displayName, side: review.side },
      title: agreement.deliverable.title,
      earnedCents: toCents(receipt.amounts.earned),
      committedCents: toCents(receipt.amounts.committed),
      unitAmountCents: agreement.unitization?.unit_amount_cents ?? null,
      totalUnits: agreement.unitization?.total_units ?? null,
      isSettled: spool.state.status.settlement === 'settled' || spool.state.settledCents > 0,
      conditions: agreement.conditions
        .filter(({ id }) => inScope.has(id))
        .map(({ id, description, required }) => ({
          ...{ id, description, required },
          number: agreement.conditions.findIndex((each) => each.id === id) + 1,
          result: results.get(id)?.result ?? null,
          reason: results.get(id)?.reason ?? null,
          evidence: evidenceOf(id).map(shownItem),
        })),
      dispute,
      codesLeft: Math.max(0, codeLimits.codes - codes.length),
      codeExpiresAt:
        lastCode === undefined
          ? null
          : new Date(Date.parse(lastCode.issuedAt) + codeLimits.validMs).toISOString(),
    }
    return page
  }
}

function shownItem({ item, use }: ShownItem): ReviewPage['conditions'][number]['evidence'][number] {
  return {
    id: item.id,
    type: item.type,
    source: item.source,
    side: item.onBehalfOf,
    isSelfAsserted: item.metadata?.['self_asserted'] === true,
    receivedAt: item.receivedAt,
    use,
    digest: item.contentDigest,
    bytes: item.bytes,
    hasContent: item.type !== 'url' && item.referenceDigest === undefined,
  }
}

/** A decimal with two places as cents. */
function toCents(amount: string): number {
  return Number(amount.replace('.', ''))
}
