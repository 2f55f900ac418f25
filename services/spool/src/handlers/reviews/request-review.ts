import {
  requestReview as requestReviewCommand,
  type RequestedReview,
  type ReviewView,
} from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { StoredReply } from '@outturn/postgres'
import { derivedId } from '@outturn/service'
import type { SpoolDeps } from '../../deps.ts'
import type { ReviewSaid } from '../../domain/model/casework/review.ts'
import { reviewOf } from '../../domain/reviews/change-review.ts'
import {
  type AskedReview,
  assertMayRequestReview,
  requestReview,
} from '../../domain/reviews/request-review.ts'
import { viewerOf } from '../../domain/model/viewer.ts'
import { reviewView } from '../../domain/views/review-view.ts'
import { changeAndReply } from '../../flows/change-spool.ts'
import { tokenHash } from '../../flows/reviews/review-secrets.ts'
import { countMail } from '../../store/casework/mail-store.ts'

/** Mails to reviewers in a day: of an account, and to an address. */
const maxMails = { account: 20, address: 3 }

/** Asks for a review. The link is in the answer and in no row: it is made again for a repetition. */
export function handleRequestReview(deps: SpoolDeps): Handler<typeof requestReviewCommand> {
  return async ({ spoolId, receiptId, request }, context) => {
    const reviewId = derivedId('review', context.commandId)
    const token = deps.reviewSecrets.tokenOf(reviewId)
    const { reviewer, question, scope = {}, expires_in_hours: hours } = request
    const asked: AskedReview = {
      reviewId,
      receiptId,
      disputeId: request.dispute_id ?? null,
      tokenHash: tokenHash(token),
      name: reviewer.name,
      email: reviewer.email ?? null,
      question,
      conditionIds: scope.condition_ids ?? null,
      units: scope.units ?? null,
      expiresInHours: hours ?? null,
    }
    let planned: ReviewSaid['mail'] | null = null
    const { principal } = context
    const accountId = 'accountId' in principal ? principal.accountId : null

    async function planMail(now: Date): Promise<ReviewSaid['mail']> {
      if (asked.email === null) return 'no_address'
      if (deps.mail === null) return 'not_configured'
      const day = now.toISOString().slice(0, 10)
      const address = `address:${deps.hashes.sha256Hex(asked.email.toLowerCase())}`
      const isCounted =
        (await countMail(deps.pool, day, `account:${accountId}`, maxMails.account)) &&
        (await countMail(deps.pool, day, address, maxMails.address))
      return isCounted ? 'queued' : 'suppressed'
    }

    const reply = await changeAndReply(
      deps,
      requestReviewCommand,
      { spoolId },
      context,
      async ({ spool, viewer, now }) => {
        assertMayRequestReview(spool, viewer, asked)
        planned ??= await planMail(now)
        const decision = requestReview(spool, viewer, asked, planned, now)
        if (planned !== 'queued') return decision
        const { expiresAt } = reviewOf(decision.spool, reviewId)
        const mail = {
          id: reviewId,
          kind: 'review_request' as const,
          subjectId: reviewId,
          accountId,
          expiresAt,
        }
        return { ...decision, mail }
      },
      {
        answer: ({ spool }): ReviewView => {
          const { name, email } = asked
          const said = { name, email, question, mail: planned ?? ('no_address' as const) }
          const beside = { said, sentence: null, mail: null }
          return reviewView(spool, reviewOf(spool, reviewId), beside, viewerOf(spool, principal))
        },
      },
    )
    return withLink(reply, `${deps.publicUrl}/review/${token}`)
  }
}

function withLink({ text, ...rest }: StoredReply, decisionUrl: string): StoredReply {
  if (rest.isRefusal) return new StoredReply(text, rest)
  const view = JSON.parse(Buffer.from(text).toString()) as ReviewView
  const requested: RequestedReview = { ...view, decision_url: decisionUrl }
  return new StoredReply(JSON.stringify(requested), rest)
}
