import type { Refusal, RequestedReview, SpoolView } from '@outturn/contracts'
import {
  areaField,
  card,
  codeBlock,
  confirmation,
  html,
  minuteText,
  selectField,
  textField,
} from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { problemField } from '../field-problem.ts'
import { refusalNote } from '../spools/action-page.ts'
import { spoolPath } from '../spools/spool-view.ts'
import { reviewPath } from './spool-reviews.ts'

/** What a form sends to ask for a review. */
export type ReviewForm = Readonly<
  Record<'dispute' | 'email' | 'hours' | 'name' | 'named' | 'question' | 'units', string>
>

export const emptyReview: ReviewForm = {
  ...{ dispute: '', email: '', hours: '72', name: '', named: '', question: '', units: '' },
}

type NewView = {
  readonly spool: SpoolView
  readonly form: ReviewForm
  readonly token: string
  readonly formId: string
  readonly refusal: Refusal | null
}

/** The fields of the form, by the members of the request that they make. */
const membersOf = {
  name: ['name', 'reviewer.name'],
  email: ['email', 'reviewer.email'],
  question: ['question'],
  dispute: ['dispute', 'dispute_id'],
  named: ['named', 'scope.condition_ids'],
  units: ['units', 'scope.units'],
  hours: ['hours', 'expires_in_hours'],
} as const

/** The page that asks whom to ask, and what. */
export function newReviewContent({ spool, form, token, formId, refusal }: NewView): ComponentChildren {
  const title = html`<bdi dir="auto">${spool.deliverable.title}</bdi>`
  const path = spoolPath(spool.id)
  const wrong = problemField(refusal, membersOf)
  const field = (name: keyof ReviewForm) => ({
    ...{ name, value: form[name] },
    error: wrong === name ? refusal?.message : undefined,
  })
  const { unitization: units, conditions } = spool
  return [
    html`<p class="crumbs"><a href="/console/spools">Spools</a> / <a href=${path}>${title}</a> / Review</p>`,
    refusal === null ? null : refusalNote(refusal, wrong),
    ...confirmation({
      title: html`<span>Ask for a review of ${title}?</span>`,
      text: `A person reads what was verified on a page of their own, without an account, and decides once. The request changes neither the receipt nor the money. ${whoDecides(spool)}`,
      action: reviewPath(spool.id),
      token,
      hidden: { form: formId, receipt: spool.latest_receipt_id ?? '' },
      fields: [
        textField({ ...field('name'), label: 'Name of the reviewer', maxLength: 120 }),
        textField({
          ...{ ...field('email'), label: 'E-mail address', maxLength: 254, isOptional: true },
          hint: 'With it the reviewer gets the link by mail, if this service sends mail. It cannot be the contact of a party.',
        }),
        areaField({
          ...{ ...field('question'), label: 'Question', rows: 5 },
          hint: 'Such as: are rows 3 and 7 the same company? At most 2,000 characters.',
        }),
        disputeField(spool, field('dispute')),
        textField({
          ...{ ...field('named'), label: 'Conditions', maxLength: 400, isOptional: true },
          hint: `Their numbers from 1 to ${conditions.length}; empty for all.`,
        }),
        units === null
          ? null
          : textField({
              ...{ ...field('units'), label: 'Units', maxLength: 4_000, isOptional: true },
              hint: `Their numbers from 1 to ${units.total_units}; empty for all.`,
            }),
        textField({
          ...{ ...field('hours'), label: 'Hours to decide', maxLength: 3, inputMode: 'numeric' },
          hint: 'From 1 to 720. When they are over, the receipt stands.',
        }),
      ],
      button: 'Ask for the review',
      isRisk: false,
      keep: { href: path, text: 'Back' },
    }),
  ]
}

/** Whether the decision counts, before it is asked for. */
function whoDecides({ agreement, dispute_policy: policy }: SpoolView): string {
  if (agreement.mode !== 'bilateral') return 'The decision is binding: it can replace the receipt.'
  return policy.resolver === 'review'
    ? 'The decision is binding if this is the person that the agreement names, or if the other party consents.'
    : 'The decision is advisory until the other party consents to it.'
}

type Filled = { readonly name: string; readonly value: string; readonly error: string | undefined }

/** The open disputes, where the agreement has a review decide them. */
function disputeField(
  { dispute_policy: policy, open_disputes: open }: SpoolView,
  field: Filled,
): VNode | null {
  if (policy.resolver !== 'review' || open.length === 0) return null
  const { name, value, error } = field
  return selectField({
    ...{ name, label: 'Dispute that it decides', chosen: value, error },
    options: { '': 'None', ...Object.fromEntries(open.map((id) => [id, id])) },
  })
}

/** Why a review was neither consented to nor withdrawn, with the way back to it. */
export function refusedReviewContent(spool: SpoolView, refusal: Refusal): ComponentChildren {
  return [
    html`<div class="title"><div><h1>Nothing was changed</h1></div></div>`,
    refusalNote(refusal),
    html`<p><a class="btn" href=${`${spoolPath(spool.id)}#reviews`}>See the reviews of the Spool</a></p>`,
  ]
}

/** The link of a review that was just asked for, which no page shows again. */
export function requestedReviewContent(spool: SpoolView, review: RequestedReview): ComponentChildren {
  return [
    html`<div class="title"><div><h1>The review is asked for</h1></div><a class="btn" href=${spoolPath(spool.id)}>Open the Spool</a></div>`,
    card({ id: 'link', title: 'Link for the reviewer' }, [
      html`<p>Send it to <bdi dir="auto">${review.request.name}</bdi> alone: its holder can decide until ${minuteText(review.expires_at)}. It is shown only here.</p>`,
      codeBlock('Link', review.decision_url),
      html`<p class="small quiet">${mailWords(review)}</p>`,
    ]),
  ]
}

/** What happened to the mail, and never more than is known. */
function mailWords({ notification: { status, to } }: RequestedReview): string {
  switch (status) {
    case 'queued':
    case 'accepted':
      return `A mail with the link is queued for ${to ?? 'the reviewer'}. The decision needs a code that is mailed there.`
    case 'suppressed':
      return 'No mail was sent, because a limit on mails was reached. Send the link yourself.'
    case 'failed':
      return 'The mail could not be handed over. Send the link yourself.'
    case 'not_configured':
      return 'This service sends no mail. Send the link yourself.'
    case 'no_address':
      return 'No address was given, so no mail is sent. Send the link yourself.'
    default:
      return status satisfies never
  }
}
