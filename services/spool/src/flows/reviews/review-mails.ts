import { composeMail, type Mail, relayMail } from '@outturn/mail'
import type { SpoolDeps } from '../../deps.ts'
import { partyOn } from '../../domain/model/viewer.ts'
import { currentSpool } from '../current-spool.ts'
import { codesOf, findReview } from '../../store/casework/review-store.ts'

/** Pauses after each failed try: five tries in six hours. */
const pausesMs = [60_000, 600_000, 3_600_000, 17_340_000]

/** Hands over the mails to reviewers that are due. */
export function relayReviewMails(deps: SpoolDeps, now: Date): Promise<number> {
  return relayMail(
    {
      pool: deps.pool,
      transport: deps.mail,
      render: (request) => renderMail(deps, request),
      onFailure: (error) =>
        deps.log.warn({ err: error }, 'a mail to a reviewer could not be handed to the mail server'),
      pausesMs,
      isFinal: isRefusedForGood,
    },
    now,
  )
}

/** A reply of 500 to 599: the mail server refuses this mail for good. */
function isRefusedForGood(error: unknown): boolean {
  const code = (error as { responseCode?: unknown } | null)?.responseCode
  return typeof code === 'number' && code >= 500 && code < 600
}

/** The mail as it is now; null where its review has ended, so that it says nothing any more. */
async function renderMail(
  deps: SpoolDeps,
  { kind, subjectId }: { kind: string; subjectId: string },
): Promise<Mail | null> {
  const [reviewId = '', place] = subjectId.split(':')
  const stored = await findReview(deps.pool, reviewId)
  const current = stored === null ? null : await currentSpool(deps, stored.spoolId, { kind: 'public' })
  const review = current?.spool.state.reviews.find(({ id }) => id === reviewId)
  if (stored === null || current === null || review === undefined || review.status !== 'requested')
    return null
  const { name, email, question } = stored.said
  if (email === null) return null
  const { hostname, host } = new URL(deps.publicUrl)
  const requester = partyOn(current.spool, review.side).displayName
  const common = {
    to: email,
    messageId: `<${subjectId.replace(':', '.')}@${hostname}>`,
    foot: [host, `${requester} asked for this mail. If you do not expect it, ignore it: nothing is decided.`],
  }
  if (kind === 'review_request') {
    return composeMail({
      ...common,
      subject: `Review request from ${requester}`,
      paragraphs: [
        `${name}, ${requester} (the ${review.side}) asks you to review a verified outcome and to answer this question:`,
      ],
      quotation: question,
      link: {
        text: `Read what was verified and decide until ${review.expiresAt.slice(0, 16).replace('T', ' ')} UTC`,
        href: `${deps.publicUrl}/review/${deps.reviewSecrets.tokenOf(reviewId)}`,
      },
    })
  }
  const code = (await codesOf(deps.pool, reviewId)).find(({ ordinal }) => String(ordinal) === place)
  if (code === undefined) return null
  return composeMail({
    ...common,
    subject: 'Your code for the review',
    paragraphs: ['Type this code to confirm your decision. It is valid for 10 minutes.'],
    code: deps.reviewSecrets.codeOf(reviewId, code),
  })
}
