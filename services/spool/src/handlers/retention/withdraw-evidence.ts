import { type WithdrawnEvidence, withdrawEvidence } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { withdrawContent } from '../../domain/retention/withdraw-contents.ts'
import { type AfterChange, type ChangeDeps, changeAndReply } from '../../flows/change-spool.ts'
import { withoutFactsInTexts } from '../../flows/retention/withdrawn-facts.ts'
import { forgetReplies } from '../../flows/retention/withdrawn-replies.ts'
import { judgedRuns } from '../../store/retention/withdrawal-store.ts'

/** Deletes a content for good; a repetition gets the answer of the first time. */
export function handleWithdrawEvidence(deps: ChangeDeps): Handler<typeof withdrawEvidence> {
  return async ({ spoolId, evidenceId }, context) => {
    const reply = await changeAndReply(
      deps,
      withdrawEvidence,
      { spoolId },
      context,
      async (current) => {
        const runs = await judgedRuns(deps.pool, spoolId)
        const decision = withdrawContent(current, current.viewer, { evidenceId, runs }, current.now)
        return withoutFactsInTexts(deps, spoolId, decision)
      },
      { answer: (after) => withdrawnEvidence(after, evidenceId) },
    )
    await forgetReplies(deps, spoolId)
    return reply
  }
}

function withdrawnEvidence({ spool, evidence }: AfterChange, evidenceId: string): WithdrawnEvidence {
  const digest = evidence.find(({ id }) => id === evidenceId)?.contentDigest
  const at = spool.state.withdrawn[evidenceId]
  if (typeof digest !== 'string' || at === undefined) throw new Error(`${evidenceId} was not withdrawn`)
  return { evidence_id: evidenceId, content_digest: digest, content: 'withdrawn', withdrawn_at: at }
}
