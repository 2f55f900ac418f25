import { contentKeyOf, EvidenceContent } from '@outturn/agreement'
import { readJson } from '@outturn/canonical'
import type { readReviewEvidence } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { suppliedContent } from '../../domain/submissions/supplied-content.ts'
import type { SpoolDeps } from '../../deps.ts'
import { reviewOfToken } from '../../flows/reviews/reviewed-receipt.ts'
import { evidenceContent } from '../../store/spool-store.ts'

/** The content of an item that the page of the review shows; null for every other item. */
export function handleReadReviewEvidence(deps: SpoolDeps): Handler<typeof readReviewEvidence> {
  return async ({ tokenHash, evidenceId }, context) => {
    const { spool, evidenceOf } = await reviewOfToken(deps, tokenHash, context)
    const shown = spool.agreement.conditions.flatMap(({ id }) => evidenceOf(id))
    const item = shown.find((each) => each.item.id === evidenceId)?.item
    const text = item === undefined ? null : await evidenceContent(deps.pool, spool.id, contentKeyOf(item))
    const supplied =
      text === null ? null : suppliedContent(EvidenceContent.parse(readJson(text)), deps.hashes)
    if (item === undefined || supplied === null) return { content: null }
    const { mediaType, extension, bytes } = supplied
    const base64 = Buffer.from(bytes).toString('base64')
    return { content: { mediaType, base64, fileName: `${item.id}.${extension}` } }
  }
}
