import { contentKeyOf, EvidenceContent } from '@outturn/agreement'
import { readJson } from '@outturn/canonical'
import { absent, absentReview, type readReviewEvidence } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { isSubmitted, judgedItems } from '../../domain/evidence/judged-items.ts'
import { reviewOf } from '../../domain/reviews/change-review.ts'
import { suppliedContent } from '../../domain/submissions/supplied-content.ts'
import type { SpoolDeps } from '../../deps.ts'
import { currentSpool } from '../../flows/current-spool.ts'
import { judgedEvidence } from '../../flows/runs/frozen-run.ts'
import { findProcessOfReceipt, findReviewOfToken } from '../../store/casework/review-store.ts'
import { evidenceContent } from '../../store/spool-store.ts'

/** The content of an item that was submitted for a condition in the scope of the review; every other item does not exist. */
export function handleReadReviewEvidence(deps: SpoolDeps): Handler<typeof readReviewEvidence> {
  return async ({ tokenHash, evidenceId }, { principal }) => {
    const stored = await findReviewOfToken(deps.pool, tokenHash)
    const current = stored === null ? null : await currentSpool(deps, stored.spoolId, principal)
    if (stored === null || current === null) throw absentReview()
    const { spool, evidence } = current
    const review = reviewOf(spool, stored.id)
    const process = await findProcessOfReceipt(deps.pool, spool.id, review.receiptId)
    if (process === null) throw absentReview()
    const { conditionIds } = review
    const item = judgedItems(judgedEvidence({ spool, held: evidence }, process), spool.agreement)
      .filter(isSubmitted)
      .filter(({ conditionId: id }) => id === null || conditionIds === null || conditionIds.includes(id))
      .find(({ id }) => id === evidenceId)
    const text = item === undefined ? null : await evidenceContent(deps.pool, spool.id, contentKeyOf(item))
    const supplied =
      text === null ? null : suppliedContent(EvidenceContent.parse(readJson(text)), deps.hashes)
    if (item === undefined || supplied === null) throw absent('This review shows no such content.')
    const { mediaType, extension, bytes } = supplied
    return {
      mediaType,
      base64: Buffer.from(bytes).toString('base64'),
      fileName: `${item.id}.${extension}`,
    }
  }
}
