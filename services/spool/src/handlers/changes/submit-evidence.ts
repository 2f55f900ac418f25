import { submitEvidence } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { confirmationIn, confirmByEvidence } from '../../domain/confirmations/evidence-as-confirmation.ts'
import {
  type ReadContent,
  readableContent,
  submission,
  submitEvidence as submit,
} from '../../domain/submissions/submit-evidence.ts'
import type { Decision } from '../../domain/model/decision.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import { evidenceContent } from '../../store/spool-store.ts'
import { admitRun } from '../../flows/runs/admit-run.ts'
import { type ChangeDeps, changeAndReply, type Decided, namesOneVersion } from '../../flows/change-spool.ts'
import type { SpoolDeps } from '../../deps.ts'
import { evidenceDraftOf } from '../../wire/evidence-request.ts'

/**
 * Adds one item to what the next run judges, also while a run is under way; an item that is a party's own confirmation is
 * recorded as one.
 */
export function handleSubmitEvidence(
  deps: ChangeDeps & Pick<SpoolDeps, 'tableReaders'>,
): Handler<typeof submitEvidence> {
  return ({ request, ...target }, context) => {
    let content: ReadContent | null = null

    async function decide({ spool, evidence, viewer, now }: Decided): Promise<Decision> {
      assertAllowed('evidence', spool, viewer, now)
      const at = now.toISOString()
      const draft = evidenceDraftOf(request)
      const confirmation = confirmationIn(draft, namesOneVersion(target))
      if (confirmation !== null) {
        return confirmByEvidence(
          confirmation,
          draft,
          { spool, evidence, viewer },
          {
            at,
            evidenceIdOf: ({ side }) => derivedId('evidence', `${context.commandId}:${side}`),
            hashes: deps.hashes,
          },
        )
      }
      const { canonical, sha256Hex, content: digestOf } = deps.hashes
      const tools = { canonical, sha256Hex, digestOf }
      // Read once, however often it is decided again because the Spool changed.
      content ??= await readableContent(draft, tools, deps.tableReaders)
      const evidenceId = derivedId('evidence', context.commandId)
      const submitted = submission(draft, spool, viewer, { at, evidenceId, ...tools }, content)
      const { contentDigest } = submitted.item
      const held = contentDigest === null ? null : await evidenceContent(deps.pool, spool.id, contentDigest)
      const decision = submit({ spool, evidence, viewer }, submitted, held, deps.hashes)
      admitRun(deps, spool.agreement, [...evidence, ...(decision.evidence ?? [])], 'metadata')
      return decision
    }

    const isDecidedAtOnce = request.type === 'confirmation'
    return changeAndReply(deps, submitEvidence, target, context, decide, { isDecidedAtOnce })
  }
}
