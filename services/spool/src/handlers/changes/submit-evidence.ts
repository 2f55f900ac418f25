import { submitEvidence } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { submission, submitEvidence as submit } from '../../domain/evidence/submit-evidence.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import { evidenceContent } from '../../store/spool-store.ts'
import { type ChangeDeps, changeAndReply } from '../../flows/change-spool.ts'
import { evidenceDraftOf } from '../../wire/evidence-request.ts'

/** Adds one item to what the next run judges, also while a run is under way. */
export function handleSubmitEvidence(deps: ChangeDeps): Handler<typeof submitEvidence> {
  return ({ request, ...target }, context) =>
    changeAndReply(deps, submitEvidence, target, context, async ({ spool, evidence, viewer, now }) => {
      assertAllowed('evidence', spool, viewer, now)
      const submitted = submission(evidenceDraftOf(request), spool, viewer, {
        at: now.toISOString(),
        evidenceId: derivedId('evidence', context.commandId),
        canonical: deps.hashes.canonical,
        sha256Hex: deps.hashes.sha256Hex,
        digestOf: deps.hashes.content,
      })
      const { contentDigest } = submitted.item
      const held = contentDigest === null ? null : await evidenceContent(deps.pool, spool.id, contentDigest)
      return submit({ spool, evidence, viewer }, submitted, held)
    })
}
