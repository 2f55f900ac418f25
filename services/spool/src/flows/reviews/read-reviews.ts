import { absentReview, type Principal, type ReviewPage, type ReviewView } from '@outturn/contracts'
import type { Review } from '../../domain/model/casework/review.ts'
import type { Spool } from '../../domain/model/spool.ts'
import { partyOf, type Viewer, viewerOf } from '../../domain/model/viewer.ts'
import { type BesideReview, reviewView } from '../../domain/views/review-view.ts'
import { reviewOf } from '../../domain/reviews/change-review.ts'
import type { SpoolDeps } from '../../deps.ts'
import { findDispute, findDisputeTexts } from '../../store/casework/dispute-store.ts'
import { mailStates } from '../../store/casework/mail-store.ts'
import { findReview, type StoredReview } from '../../store/casework/review-store.ts'
import { type CurrentSpool, currentSpool, type ReadDeps } from '../current-spool.ts'

/** A review with its Spool as of now, for a party of it; for every other caller it does not exist. */
export async function reviewOfParty(
  deps: ReadDeps,
  reviewId: string,
  principal: Principal,
): Promise<{ stored: StoredReview; current: CurrentSpool }> {
  const stored = await findReview(deps.pool, reviewId)
  const current = stored === null ? null : await currentSpool(deps, stored.spoolId, principal)
  if (stored === null || current === null || partyOf(current.spool, principal) === null) throw absentReview()
  return { stored, current }
}

/** What stands beside the Spool of a review, with the state of its mail. */
export async function besideReview(
  { pool }: Pick<SpoolDeps, 'pool'>,
  { id, said, sentence }: StoredReview,
): Promise<BesideReview> {
  const mails = await mailStates(pool, [id])
  return { said, sentence, mail: mails.get(id) ?? null }
}

/** A review as its caller sees it now. */
export async function viewOfReview(
  deps: Pick<SpoolDeps, 'pool'>,
  stored: StoredReview,
  spool: Spool,
  viewer: Viewer,
): Promise<ReviewView> {
  return reviewView(spool, reviewOf(spool, stored.id), await besideReview(deps, stored), viewer)
}

/** The viewer of a Spool who is no party of it: its reviewer. */
export function reviewerOf(spool: Spool): Viewer {
  return viewerOf(spool, { kind: 'public' })
}

/** What the parties wrote in the dispute that a review is to resolve; null where it is to resolve none. */
export async function disputeOfReview(
  { pool }: Pick<SpoolDeps, 'pool'>,
  { agreement, state }: Spool,
  { disputeId }: Review,
): Promise<ReviewPage['dispute']> {
  const dispute = state.disputes.find(({ id }) => id === disputeId)
  const found = dispute === undefined ? null : await findDispute(pool, dispute.id)
  if (dispute === undefined || found === null) return null
  const { reason, remedy, detail, conditionIds, units } = found.said
  const texts = await findDisputeTexts(pool, dispute.id)
  return {
    ...{ by: dispute.side, reason, requested: remedy, detail, units: [...units] },
    conditions: conditionIds.map((id) => agreement.conditions.findIndex((each) => each.id === id) + 1),
    statements: texts.map((each) => ({ by: each.by, detail: each.detail, at: each.at })),
  }
}
