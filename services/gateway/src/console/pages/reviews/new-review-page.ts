import type { Refusal, RequestedReview, SpoolView } from '@outturn/contracts'
import { areaField, card, codeBlock, confirmation, html, textField } from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import { refusalNote } from '../spools/action-page.ts'
import { spoolPath } from '../spools/spool-view.ts'
import { reviewPath } from './spool-reviews.ts'

/** What a form sends to ask for a review. */
export type ReviewForm = Readonly<Record<'email' | 'name' | 'question', string>>

type NewView = {
  readonly spool: SpoolView
  readonly form: ReviewForm
  readonly token: string
  readonly formId: string
  readonly refusal: Refusal | null
}

/** The page that asks whom to ask, and what. */
export function newReviewContent({ spool, form, token, formId, refusal }: NewView): ComponentChildren {
  const title = html`<bdi dir="auto">${spool.deliverable.title}</bdi>`
  const path = spoolPath(spool.id)
  return [
    html`<p class="crumbs"><a href="/console/spools">Spools</a> / <a href=${path}>${title}</a> / Review</p>`,
    refusal === null ? null : refusalNote(refusal),
    ...confirmation({
      title: html`<span>Ask for a review of ${title}?</span>`,
      text: 'A person reads what was verified on a page of their own, without an account, and decides once. The request changes neither the receipt nor the money.',
      action: reviewPath(spool.id),
      token,
      hidden: { form: formId, receipt: spool.latest_receipt_id ?? '' },
      fields: [
        textField({ name: 'name', label: 'Name of the reviewer', value: form.name, maxLength: 120 }),
        textField({
          ...{ name: 'email', label: 'E-mail address', value: form.email, maxLength: 254, isOptional: true },
          hint: 'With it the reviewer gets the link by mail, if this service sends mail. It cannot be the contact of a party.',
        }),
        areaField({
          ...{ name: 'question', label: 'Question', value: form.question, rows: 5 },
          hint: 'Such as: are rows 3 and 7 the same company? At most 2,000 characters.',
        }),
      ],
      button: 'Ask for the review',
      isRisk: false,
      keep: { href: path, text: 'Back' },
    }),
  ]
}

/** The link of a review that was just asked for, which no page shows again. */
export function requestedReviewContent(spool: SpoolView, review: RequestedReview): ComponentChildren {
  return [
    html`<div class="title"><div><h1>The review is asked for</h1></div><a class="btn" href=${spoolPath(spool.id)}>Open the Spool</a></div>`,
    card({ id: 'link', title: 'Link for the reviewer' }, [
      html`<p>Send it to <bdi dir="auto">${review.request.name}</bdi> alone: its holder can decide. It is shown only here.</p>`,
      codeBlock('Link', review.decision_url),
    ]),
  ]
}
