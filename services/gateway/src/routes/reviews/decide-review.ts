import { decideReview, mailReviewCode, reviewParams } from '@outturn/contracts'
import { failPoint } from '@outturn/service'
import { type Call, serve } from '../../http/route.ts'
import { pathParameter } from '../../wire/path-parameter.ts'
import { asCommand } from '../bus-call.ts'
import { replyAnswer } from '../ordinary.ts'
import { presentedTokenHash, withToken } from './review-token.ts'

/** A reviewer speaks for no account, whatever else the request carries. */
function asReviewer(call: Call) {
  return { ...asCommand(call), principal: { kind: 'public' } as const }
}

function targetOf(call: Call) {
  const tokenHash = presentedTokenHash(call)
  return { reviewId: pathParameter('review_id', reviewParams.review_id, call.params), tokenHash }
}

export const decideReviewRoute = serve(decideReview.http, (call) => {
  const input = { ...targetOf(call), request: call.body }
  return withToken(call, async () => {
    failPoint('gateway.before-command')
    const reply = await call.instance.bus.requestBytes(decideReview, input, asReviewer(call))
    failPoint('gateway.before-answer')
    return replyAnswer(decideReview.http, call, reply)
  })
})

export const mailReviewCodeRoute = serve(mailReviewCode.http, (call) => {
  const target = targetOf(call)
  return withToken(call, async () => {
    const reply = await call.instance.bus.requestBytes(mailReviewCode, target, asReviewer(call))
    return replyAnswer(mailReviewCode.http, call, reply)
  })
})

export const reviewRoutes = [decideReviewRoute, mailReviewCodeRoute] as const
