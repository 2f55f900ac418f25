import { randomUUID } from 'node:crypto'
import { DisputeId } from '@outturn/agreement'
import {
  consentToReview,
  defineEndpoint,
  personAccess,
  type Refusal,
  requestReview,
  reviewParams,
  spoolParams,
  type SpoolView,
  unprocessable,
  withdrawReview,
} from '@outturn/contracts'
import { z } from 'zod'
import { consolePage } from '../../../console/pages/console-page.ts'
import {
  emptyReview,
  newReviewContent,
  refusedReviewContent,
  requestedReviewContent,
  type ReviewForm,
} from '../../../console/pages/reviews/new-review-page.ts'
import { reviewRequestOf } from '../../../console/pages/reviews/review-request.ts'
import { reviewActPath, reviewPath } from '../../../console/pages/reviews/spool-reviews.ts'
import { seeOther } from '../../../console/pages/see-other.ts'
import { spoolPath } from '../../../console/pages/spools/spool-view.ts'
import { asPersonCommand } from '../../../console/sessions/person-principal.ts'
import { servePerson, type SignedIn } from '../../../console/sessions/serve-person.ts'
import type { ConsoleCookies } from '../../../console/sessions/session-cookies.ts'
import type { Answer, Call, Route } from '../../../http/route.ts'
import type { PageSite } from '../../../pages/site.ts'
import { pathParameter } from '../../../wire/path-parameter.ts'
import { formBytes, formIdOf } from './action-form.ts'
import { notedAct } from './noted-act.ts'
import { readOwnSpool } from './page.ts'

const actors = personAccess(['owner', 'developer'])
const page = { isInternal: true, tag: 'Pages', isRateLimited: false, access: actors } as const
const html = { mediaType: 'text/html' } as const
const field = z.string().max(20_000).default('')

const showNewReview = defineEndpoint({
  ...page,
  operationId: 'show-new-review',
  path: reviewPath(':id'),
  params: spoolParams,
  summary: 'See what a review does',
  query: z.strictObject({ dispute: DisputeId.optional() }),
  success: { status: 200, description: 'The page.', content: html },
})
const askForOwnReview = defineEndpoint({
  ...page,
  operationId: 'ask-for-own-review',
  path: reviewPath(':id'),
  params: spoolParams,
  summary: 'Ask for a review',
  body: z.strictObject({
    ...{ _t: field, form: field, receipt: field, name: field, email: field, question: field },
    ...{ dispute: field, named: field, units: field, hours: field },
  }),
  bodyLimit: { bytes: formBytes },
  deadlineMs: 30_000,
  success: { status: 200, description: 'The link for the reviewer.', content: html },
})
const actOnOwnReview = defineEndpoint({
  ...page,
  operationId: 'act-on-own-review',
  path: reviewActPath(':id', ':review_id'),
  params: { ...spoolParams, ...reviewParams },
  summary: 'Consent to a review or withdraw it',
  body: z.strictObject({ _t: field, form: field, act: field }),
  bodyLimit: { bytes: formBytes },
  deadlineMs: 30_000,
  success: { status: 303, description: 'The Spool.', content: html },
})

/** Reviews of a Spool: asked for, consented to and withdrawn. */
export function reviewRoutes(site: PageSite, cookies: ConsoleCookies): readonly Route[] {
  return [
    servePerson(showNewReview, cookies, async (call, person) => {
      const spool = await readOwnSpool(call, person)
      const form = { ...emptyReview, dispute: call.query.dispute ?? '' }
      return newPage(person, { site, spool, form, refusal: null })
    }),
    servePerson(askForOwnReview, cookies, (call, person) => askFromForm(call, person, site)),
    servePerson(actOnOwnReview, cookies, (call, person) => actFromForm(call, person, site)),
  ]
}

type Shown = {
  readonly site: PageSite
  readonly spool: SpoolView
  readonly form: ReviewForm
  readonly refusal: Refusal | null
}

function newPage(person: SignedIn, { site, spool, form, refusal }: Shown): Answer {
  const token = person.formToken(reviewPath(spool.id))
  const content = newReviewContent({ spool, form, token, formId: randomUUID(), refusal })
  const status = refusal === null ? 200 : refusal.status
  return consolePage(site, person, { title: 'Ask for a review', current: '/console/spools', status }, content)
}

async function askFromForm(
  call: Call<z.output<NonNullable<typeof askForOwnReview.body>>>,
  person: SignedIn,
  site: PageSite,
): Promise<Answer> {
  const spool = await readOwnSpool(call, person)
  const { form, receipt } = call.body
  const options = asPersonCommand(call, person, formIdOf(form) ?? randomUUID())
  const about = { action: 'review.request', target: spool.id, command: options.commandId } as const
  return notedAct(call, person, about, {
    async act() {
      if (!/^ocr_[0-9a-f]{24}$/.test(receipt)) {
        throw unprocessable('receipt', 'The form does not say which receipt it is about.', {
          remediation: 'Open the Spool and its form again.',
        })
      }
      const request = reviewRequestOf(call.body, spool)
      const input = { spoolId: spool.id, receiptId: receipt, request }
      const review = await person.instance.bus.request(requestReview, input, options)
      const shown = { title: 'Review', current: '/console/spools' }
      return consolePage(site, person, shown, requestedReviewContent(spool, review))
    },
    refused: (refusal) => newPage(person, { site, spool, form: call.body, refusal }),
  })
}

async function actFromForm(
  call: Call<z.output<NonNullable<typeof actOnOwnReview.body>>>,
  person: SignedIn,
  site: PageSite,
): Promise<Answer> {
  const spool = await readOwnSpool(call, person)
  const reviewId = pathParameter('review_id', reviewParams.review_id, call.params)
  const { act, form } = call.body
  if (act !== 'consent' && act !== 'withdraw')
    throw unprocessable('act', 'Choose what you do with the review.')
  const options = asPersonCommand(call, person, formIdOf(form) ?? randomUUID())
  const about = { action: `review.${act}`, target: reviewId, command: options.commandId } as const
  return notedAct(call, person, about, {
    async act() {
      const command = act === 'consent' ? consentToReview : withdrawReview
      await person.instance.bus.request(command, { reviewId }, options)
      return seeOther(`${spoolPath(spool.id)}#reviews`)
    },
    refused(refusal) {
      const shown = { title: 'Review', current: '/console/spools', status: refusal.status }
      return consolePage(site, person, shown, refusedReviewContent(spool, refusal))
    },
  })
}
