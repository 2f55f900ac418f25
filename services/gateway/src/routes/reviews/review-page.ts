import { createHash } from 'node:crypto'
import { EvidenceId } from '@outturn/agreement'
import {
  absent,
  absentReview,
  decideReview,
  defineEndpoint,
  evidenceParams,
  forbidden,
  mailReviewCode,
  openAccess,
  readReviewEvidence,
  readReviewPage,
  Refusal,
  type ReviewPage,
} from '@outturn/contracts'
import { htmlPage, type Site } from '@outturn/pages'
import { z } from 'zod'
import { type Answer, type Call, type Route, serve, serveForm } from '../../http/route.ts'
import { errorPage } from '../../pages/error-page.ts'
import {
  type DecisionForm,
  decisionOf,
  firstField,
  type FormProblem,
} from '../../pages/review/decision-form.ts'
import { confirmReviewPage, endedReviewPage, openReviewPage } from '../../pages/review/review-page.ts'
import { seeOther } from '../../console/pages/see-other.ts'
import { withForm } from '../../console/pages/console-page.ts'
import { asCommand, asPublic } from '../bus-call.ts'
import { reviewTokenHash, withToken } from './review-token.ts'

const page = {
  isInternal: true,
  tag: 'Pages',
  access: openAccess,
  params: { review_token: { pattern: '^rvt_[A-Za-z0-9_-]{43}$', description: 'Token of a review link.' } },
} as const
const text = { mediaType: 'text/html' }

const showReview = defineEndpoint({
  ...page,
  operationId: 'show-review',
  path: '/review/:review_token',
  summary: 'Show a review to its reviewer',
  ignoresQuery: true,
  success: { status: 200, description: 'The page.', content: text },
})
const sendReview = defineEndpoint({
  ...page,
  operationId: 'send-review',
  path: '/review/:review_token',
  summary: 'Send a step of the decision',
  bodyLimit: { bytes: 65_536 },
  body: z.record(z.string().max(60), z.string().max(20_000)),
  success: { status: 200, description: 'The next page.', content: text },
})
const downloadReviewEvidence = defineEndpoint({
  ...page,
  operationId: 'download-review-evidence',
  path: '/review/:review_token/evidence/:evidence_id',
  params: { ...page.params, evidence_id: evidenceParams.evidence_id },
  summary: 'Download evidence of a review',
  ignoresQuery: true,
  success: { status: 200, description: 'The file.', content: { mediaType: 'application/octet-stream' } },
})

/** A page with the token in its address is kept by no cache, named to no other site and in no index. */
const headers = {
  ...withForm,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** The page of a review link, with its form: no scripts, and no step of it but the last one decides anything. */
export function reviewPageRoutes(site: Site): readonly Route[] {
  const shown = (status: number, content: Parameters<typeof htmlPage>[2]) =>
    htmlPage(site, status, content, headers)
  const guarded = async (call: Call, answer: () => Promise<Answer>): Promise<Answer> => {
    try {
      // A text that is no token at all needs no count.
      tokensOf(call)
      return await withToken(call, answer)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return errorPage(site, { refusal: error, thing: 'review', requestId: call.requestId, now: call.now })
    }
  }
  return [
    serve(showReview, (call) =>
      guarded(call, async () => {
        const { found, view } = await opened(call, {})
        return shown(200, isOpen(found) ? openReviewPage(view, site) : endedReviewPage(view, site))
      }),
    ),
    serveForm(sendReview, (call) => guarded(call, () => sendStep(call, site, shown))),
    serve(downloadReviewEvidence, (call) => guarded(call, () => download(call, site))),
  ]
}

function isOpen({ review }: ReviewPage): boolean {
  return review.status === 'requested'
}

/** The hash of the token in the path, and the token of the forms of its page. */
function tokensOf(call: Call): { tokenHash: string; formToken: string } {
  const token = call.params['review_token'] ?? ''
  const tokenHash = reviewTokenHash(token)
  if (tokenHash === null) throw absentReview()
  return { tokenHash, formToken: createHash('sha256').update(`form:${token}`).digest('base64url') }
}

async function opened(call: Call, form: DecisionForm) {
  const { tokenHash, formToken } = tokensOf(call)
  const found = await call.instance.bus.request(readReviewPage, { tokenHash }, asPublic(call))
  const path = `/review/${call.params['review_token'] ?? ''}`
  return { found, tokenHash, view: { page: found, path, formToken, form, problem: null } }
}

type Shown = (status: number, content: Parameters<typeof htmlPage>[2]) => Answer

async function sendStep(call: Call<Record<string, string>>, site: Site, shown: Shown): Promise<Answer> {
  const form = call.body
  const { found, tokenHash, view } = await opened(call, form)
  if (form['_t'] !== view.formToken) {
    throw forbidden('This form is not of the page of this review.', {
      remediation: 'Open the link of the review again, and send its form.',
    })
  }
  if (!isOpen(found)) return seeOther(view.path, headers)
  if (form['step'] === 'change') return shown(200, openReviewPage(view, site))
  const stated = decisionOf(form, found)
  if ('problem' in stated) {
    return shown(422, openReviewPage({ ...view, problem: stated.problem }, site))
  }
  const { decision } = stated
  const target = { reviewId: found.review.id, tokenHash }
  const as = { ...asCommand(call), principal: { kind: 'public' } as const }
  const confirm = (problem: FormProblem | null, mailedTo: string | null, status = 200) =>
    shown(status, confirmReviewPage({ ...view, decision, problem, mailedTo }, site))
  if (form['step'] !== 'send') {
    const isCodeValid = found.codeExpiresAt !== null && found.codeExpiresAt > call.now.toISOString()
    const isAsked = form['step'] === 'code' || !isCodeValid
    if (found.review.verified_by === 'link' || !isAsked) return confirm(null, null)
    try {
      const { to } = await call.instance.bus.request(mailReviewCode, target, as)
      return confirm(null, to)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return confirm({ field: null, text: error.message }, null, error.status)
    }
  }
  const code = form['code']?.replaceAll(/\s/g, '')
  try {
    const request = { ...decision, ...(code !== undefined && /^\d{6}$/.test(code) && { code }) }
    await call.instance.bus.request(decideReview, { ...target, request }, as)
    return seeOther(view.path, headers)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    if (error.options.reason === 'code_required') {
      return confirm({ field: 'code', text: error.message }, null, 403)
    }
    return refusedStep(call, error, { form, site, shown })
  }
}

/** The page after a decision that was refused: with what was filled in, or how the review ended meanwhile. */
async function refusedStep(
  call: Call,
  refusal: Refusal,
  { form, site, shown }: { form: DecisionForm; site: Site; shown: Shown },
): Promise<Answer> {
  const { found, view } = await opened(call, form)
  const problem = { field: fieldOf(refusal, found), text: refusal.message }
  const content = isOpen(found)
    ? openReviewPage({ ...view, problem }, site)
    : endedReviewPage({ ...view, problem: { ...problem, field: null } }, site)
  return shown(refusal.status, content)
}

/** The field of the page that has what the service refused. */
function fieldOf({ options: { field = '' } }: Refusal, found: ReviewPage): string | null {
  if (field === 'detail') return field
  const [first] = found.conditions
  return first !== undefined && /^(?:condition|unit)_outcomes/.test(field) ? firstField(first, found) : null
}

/** Stands for an id that no item can have. */
const noEvidence = `ev_${'0'.repeat(24)}`

/** A file that a browser saves and never runs: its writer is a party that wants to be paid. */
async function download(call: Call, site: Site): Promise<Answer> {
  const { tokenHash } = tokensOf(call)
  const evidenceId = EvidenceId.safeParse(call.params['evidence_id']).data ?? noEvidence
  const target = { tokenHash, evidenceId }
  const { content } = await call.instance.bus.request(readReviewEvidence, target, asPublic(call))
  if (content === null) {
    // The token is right: this is not counted as a wrong one.
    const refusal = absent('This review shows no such content.')
    return errorPage(site, { refusal, thing: 'content', requestId: call.requestId, now: call.now })
  }
  return {
    status: 200,
    body: Buffer.from(content.base64, 'base64'),
    contentType: content.mediaType,
    headers: {
      'content-disposition': `attachment; filename="${content.fileName}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  }
}
