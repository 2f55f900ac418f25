import type { ReviewView } from '@outturn/contracts'
import { badge, card, html, minuteText, postForm } from '@outturn/pages'
import type { VNode } from 'preact'
import { mayAct, partyName, spoolPath, type SpoolPageView } from '../spools/spool-view.ts'

export const reviewActs = { consent: 'Consent', withdraw: 'Withdraw' } as const

const statusTexts: Readonly<Record<ReviewView['status'], string>> = {
  requested: 'Waits for the reviewer',
  upheld: 'Upheld: the receipt stands',
  overturned: 'Overturned',
  needs_evidence: 'The reviewer asks for evidence',
  expired: 'Expired: the receipt stands',
  withdrawn: 'Withdrawn',
}

/** The reviews of a Spool, as a card of its page, with what its reader can do; null where there is nothing to show. */
export function spoolReviews(view: SpoolPageView): VNode | null {
  const { spool, reviews, role } = view
  if (reviews === undefined) return null
  const asks = mayAct(role) && spool.latest_receipt_id !== null && reviews !== null
  if (!asks && reviews?.length === 0) return null
  return card({ id: 'reviews', title: 'Reviews' }, [
    reviews === null
      ? html`<p class="quiet">They could not be read. The rest of this page is current.</p>`
      : reviews.map((review) => reviewEntry(review, view)),
    asks
      ? html`<div class="act"><p>Asks a person of your choice whether the latest receipt is right. It changes nothing by itself.</p><a class="btn" href=${reviewPath(spool.id)}>Ask for a review</a></div>`
      : null,
  ])
}

function reviewEntry(review: ReviewView, { spool, role, formToken, formId }: SpoolPageView): VNode {
  const { id, status, standing, request, notification, can } = review
  const acts = mayAct(role) ? can : []
  const to = notification.to === null ? null : html` (<bdi dir="auto">${notification.to}</bdi>)`
  return html`<div class="act"><div>
    <p class="row">${badge(status === 'requested' ? 'info' : 'neutral', statusTexts[status])}${badge('neutral', standing === 'binding' ? 'Binding' : 'Advisory')}</p>
    <p><bdi dir="auto">${request.name}</bdi>${to}, asked by <bdi dir="auto">${partyName(spool, review.requested_by)}</bdi>${status === 'requested' ? html`, until <time dateTime=${review.expires_at}>${minuteText(review.expires_at)}</time>` : null}</p>
    <p class="prose"><bdi dir="auto">${request.question}</bdi></p>
    <p class="small quiet">${scopeWords(review, spool)}${review.receipt_id === spool.latest_receipt_id ? '' : ' It is about an earlier receipt.'}${status === 'requested' ? ` ${proofWords[review.verified_by]}` : ''}</p>
    ${review.decision === null ? null : html`<p class="small quiet">Decided <time dateTime=${review.decision.at}>${minuteText(review.decision.at)}</time>.</p>`}
    ${review.decision?.detail ? html`<p class="prose"><bdi dir="auto">${review.decision.detail}</bdi></p>` : null}
    ${review.replacement_receipt_id === null ? null : html`<p><a href=${`/console/receipts/${review.replacement_receipt_id}`}>The new receipt</a></p>`}
    ${review.effect === 'pending' ? html`<p class="quiet">The new receipt is issued when the settlement has ended.</p>` : null}
    ${acts.includes('consent') ? html`<p class="quiet">If you consent, the decision can replace the receipt, and with it the amount that was earned.</p>` : null}
  </div>${acts.map((act) => {
    const action = reviewActPath(spool.id, id)
    return postForm(
      { action, token: formToken(action), hidden: { form: formId(), act } },
      html`<button class="btn" type="submit">${reviewActs[act]}</button>`,
    )
  })}</div>`
}

/** Who can decide, as far as the service knows. */
const proofWords: Readonly<Record<ReviewView['verified_by'], string>> = {
  link: 'The holder of the link can decide.',
  email: 'The holder of the link decides with a code that is mailed to the address.',
}

/** The part of the receipt that is under review, by numbers. */
function scopeWords({ request: { scope } }: ReviewView, { conditions }: SpoolPageView['spool']): string {
  const named = scope.condition_ids?.map((id) => conditions.findIndex((each) => each.id === id) + 1)
  const parts = [
    ...(named === undefined ? [] : [`Conditions ${named.join(', ')}.`]),
    ...(scope.units === undefined ? [] : [`Units ${scope.units.join(', ')}.`]),
  ]
  return parts.length === 0 ? 'The whole receipt.' : parts.join(' ')
}

/** Where a review of the latest receipt of a Spool is asked for. */
export function reviewPath(spoolId: string): string {
  return `${spoolPath(spoolId)}/review`
}

/** Where a party consents to a review or withdraws it. */
export function reviewActPath(spoolId: string, reviewId: string): string {
  return `${spoolPath(spoolId)}/reviews/${reviewId}/act`
}
