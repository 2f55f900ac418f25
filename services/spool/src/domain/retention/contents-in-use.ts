import type { SettlementState } from '@outturn/vocabulary'
import { flagsOf } from '../lifecycle/flags.ts'
import { openReviews } from '../model/casework/review-state.ts'
import { disputeWindowEnd, isInDisputeWindow } from '../model/dispute-window.ts'
import type { Spool } from '../model/spool.ts'

/** The settlements that may still need what a verdict stands on. */
const underWay: ReadonlySet<SettlementState> = new Set([
  'committed',
  'awaiting_signature',
  'releasing',
  'partially_settled',
])

/** Why contents of a Spool are still needed, and until when at the earliest; null where that is not known. */
export type ContentUse = {
  readonly because: string
  readonly until: string | null
  /** What ends the use where no time does. */
  readonly next?: string
}

/** Why the contents of a Spool must stay for now; null once nothing needs them. */
export function contentUse(spool: Spool, now: Date): ContentUse | null {
  const { state } = spool
  if (state.openRun !== null)
    return {
      because: 'A verification is under way.',
      until: null,
      next: 'Send the request again when it has ended.',
    }
  if (!flagsOf(spool, now).terminal)
    return {
      because: 'The verdict is not final.',
      until: null,
      next: 'Verify again until the Spool is terminal, or end it with the action abandon, and send the request again.',
    }
  const end = ownWindowEnd(spool)
  const ends = [...state.holds.map(({ until }) => until), ...(end === null ? [] : [end])].toSorted()
  const last = ends.at(-1)
  const underReview = reviewUse(spool, end)
  if (underReview !== null) return underReview
  if (state.holds.length > 0) return { because: 'A case of the Spool is open.', until: last ?? null }
  if (underWay.has(state.status.settlement)) {
    return { because: 'The settlement is under way.', until: null }
  }
  if (end !== null && isInDisputeWindow(spool, now)) {
    return { because: 'The dispute window is open.', until: end }
  }
  return null
}

/** A reviewer reads the evidence, and the run of a decision repeats over it. */
function reviewUse({ state }: Spool, windowEnds: string | null): ContentUse | null {
  if (state.reviews.some(({ effect }) => effect === 'pending')) {
    return { because: 'The decision of a review waits for its verification.', until: null }
  }
  const open = openReviews(state)
  if (open.length === 0) return null
  const ends = [
    ...open.map(({ expiresAt }) => expiresAt),
    ...state.holds.map(({ until }) => until),
    ...(windowEnds === null ? [] : [windowEnds]),
  ].toSorted()
  return { because: 'A review of the Spool is open.', until: ends.at(-1) ?? null }
}

/** When the contents of a Spool were needed last; null while they are, or where that is not known. */
export function contentsFreeSince(spool: Spool, now: Date): string | null {
  if (contentUse(spool, now) !== null) return null
  const end = ownWindowEnd(spool)
  return end === null || end < spool.updatedAt ? spool.updatedAt : end
}

/** The first instant after the dispute window; null where no other party can dispute, as of a unilateral Spool. */
function ownWindowEnd(spool: Spool): string | null {
  const last = spool.agreement.mode === 'unilateral' ? null : disputeWindowEnd(spool)
  return last === null ? null : new Date(Date.parse(last) + 1).toISOString()
}
