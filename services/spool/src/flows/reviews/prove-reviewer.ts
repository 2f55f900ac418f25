import { forbidden, Refusal } from '@outturn/contracts'
import { reviewOf } from '../../domain/reviews/change-review.ts'
import { codeLimits } from '../../domain/reviews/decide-review.ts'
import type { Spool } from '../../domain/model/spool.ts'
import type { SpoolDeps } from '../../deps.ts'
import { countCodeAttempt, findReview, type StoredReview } from '../../store/casework/review-store.ts'
import { sameSecret } from './review-secrets.ts'

/** The review of this link; an unknown token and one of another review are answered the same. */
export async function reviewOfToken(
  { pool }: Pick<SpoolDeps, 'pool'>,
  reviewId: string,
  tokenHash: string,
): Promise<StoredReview> {
  const stored = await findReview(pool, reviewId)
  if (stored !== null && sameSecret(stored.tokenHash, tokenHash)) return stored
  throw new Refusal('unauthenticated', 'No valid token of this review was presented.', {
    remediation: 'Send the last part of the path of the review link as the bearer token.',
  })
}

/** Refuses a decision without the code that was mailed last. Each attempt is counted before it is compared. */
export async function assertCode(
  { pool, clock, reviewSecrets }: SpoolDeps,
  spool: Spool,
  { id: reviewId }: StoredReview,
  code: string | undefined,
): Promise<void> {
  if (reviewOf(spool, reviewId).verifiedBy === 'link') return
  const issuedAfter = new Date(clock.now().getTime() - codeLimits.validMs)
  const issued =
    code === undefined
      ? null
      : await countCodeAttempt(pool, reviewId, { maxTries: codeLimits.attempts, issuedAfter })
  if (issued !== null && sameSecret(reviewSecrets.codeOf(reviewId, issued), code ?? '')) return
  throw forbidden(
    code === undefined
      ? 'The decision needs the code that is mailed to the reviewer.'
      : 'This code is wrong or no longer valid.',
    {
      field: 'code',
      reason: 'code_required',
      remediation: `Request a code with POST /api/v1/reviews/${reviewId}/code, and send the six digits of the mail as code.`,
    },
  )
}
