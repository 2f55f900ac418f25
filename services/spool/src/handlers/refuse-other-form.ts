import { Refusal } from '@outturn/contracts'
import type { MeasuredContent } from '../domain/evidence-content.ts'
import type { Evidence } from '../domain/spool.ts'
import type { SpoolDeps } from '../service.ts'
import { evidenceContent } from '../store/spool-store.ts'

/**
 * Refuses to record what is already held as a submitted text of the very same bytes: content is kept once for each
 * digest, in the form it first came in, and a word of a person kept as a text would be no word.
 */
export async function refuseOtherForm(
  deps: Pick<SpoolDeps, 'pool'>,
  spoolId: string,
  evidence: readonly Evidence[],
  contents: readonly { content: MeasuredContent; field: string; remediation: string }[],
): Promise<void> {
  const held = new Set(evidence.map(({ contentDigest }) => contentDigest))
  for (const { content, field, remediation } of contents) {
    if (!held.has(content.digest)) continue
    const text = await evidenceContent(deps.pool, spoolId, content.digest)
    if (text === content.text) continue
    throw new Refusal('conflict', 'This Spool holds the same content as submitted evidence.', {
      reason: 'content_held_in_another_form',
      field,
      remediation,
    })
  }
}
