import { absentReview, conflict, type mailReviewCode, Refusal, storeConflict } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { randomUUID } from 'node:crypto'
import type { SpoolDeps } from '../../deps.ts'
import { reviewOf } from '../../domain/reviews/change-review.ts'
import { assertTakesCode, codeLimits } from '../../domain/reviews/decide-review.ts'
import { maskedAddress } from '../../domain/views/review-view.ts'
import { currentSpool } from '../../flows/current-spool.ts'
import { countMail } from '../../store/casework/mail-store.ts'
import { codesOf, issueCode } from '../../store/casework/review-store.ts'
import { reviewOfToken } from '../../flows/reviews/prove-reviewer.ts'

/** Mails a code to the reviewer. */
export function handleMailReviewCode(deps: SpoolDeps): Handler<typeof mailReviewCode> {
  return async ({ reviewId, tokenHash }, { principal }) => {
    const stored = await reviewOfToken(deps, reviewId, tokenHash)
    const current = await currentSpool(deps, stored.spoolId, principal)
    const { email } = stored.said
    if (current === null) throw absentReview()
    assertTakesCode(reviewOf(current.spool, reviewId))
    if (email === null) throw absentReview()
    const codes = await codesOf(deps.pool, reviewId)
    if (codes.length >= codeLimits.codes) throw limitReached()
    const day = current.now.toISOString().slice(0, 10)
    const address = `codes:${deps.hashes.sha256Hex(email.toLowerCase())}`
    if (!(await countMail(deps.pool, day, address, codeLimits.ofAddress))) {
      throw new Refusal('rate_limited', 'This address was mailed as many codes today as it may be.', {
        retryAfterSeconds: 3_600,
      })
    }
    const expiresAt = new Date(current.now.getTime() + codeLimits.validMs).toISOString()
    const ordinal = codes.length + 1
    const issuedAt = current.now.toISOString()
    const isIssued = await issueCode(deps.pool, {
      reviewId,
      ordinal,
      issuedAt,
      mailId: randomUUID(),
      expiresAt,
    })
    if (!isIssued)
      throw storeConflict('Another code was requested at the same time.', { retryAfterSeconds: 1 })
    return {
      to: maskedAddress(email),
      expires_at: expiresAt,
      codes_left: codeLimits.codes - ordinal,
    }
  }
}

function limitReached(): Refusal {
  return conflict(`This review has had ${codeLimits.codes} codes, the most there may be.`, {
    reason: 'code_limit_reached',
    remediation: 'Use the last code, or ask the party that named you for another review.',
  })
}
