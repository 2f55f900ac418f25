import { downloadEvidence, pathTo, type readEvidence } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { suppliedMediaType } from '../../domain/submissions/supplied-content.ts'
import { evidenceView } from '../../domain/views/evidence-view.ts'
import { viewerOf } from '../../domain/model/viewer.ts'
import type { SpoolDeps } from '../../deps.ts'
import { heldEvidence } from '../../flows/held-evidence.ts'

/** Both parties see what either of them submitted. */
export function handleReadEvidence(deps: SpoolDeps): Handler<typeof readEvidence> {
  return async (target, { principal }) => {
    const { spool, item, content } = await heldEvidence(deps, target, principal)
    const isWithdrawn = spool.state.withdrawn[item.id] !== undefined
    const mediaType = isWithdrawn ? null : suppliedMediaType(content)
    const path = pathTo(downloadEvidence, { id: spool.id, evidence_id: item.id })
    return {
      ...evidenceView(item, viewerOf(spool, principal), spool.state),
      content: mediaType === null ? null : { url: `${deps.publicUrl}${path}`, media_type: mediaType },
    }
  }
}
