import { invalidState, refusalToMessage } from '@outturn/contracts'
import type { SpoolDeps } from '../deps.ts'
import { replaceWithdrawnReplies, spoolsWithWithdrawnReplies } from '../store/retention/withdrawal-store.ts'

type ReplyDeps = Pick<SpoolDeps, 'pool'>

/** Replies that say what was seen in a deleted content are no longer repeated; the request is not carried out again either. */
export async function forgetReplies({ pool }: ReplyDeps, spoolId: string): Promise<void> {
  const refusal = invalidState('The answer of this request showed content that was deleted since.', {
    reason: 'content_withdrawn',
    remediation: `Read the Spool with GET /api/v1/spools/${spoolId}.`,
  })
  await replaceWithdrawnReplies(pool, spoolId, JSON.stringify(refusalToMessage(refusal)))
}

const spoolsAtOnce = 20

/** Does so for Spools whose replica ended before it could. Returns how many there were. */
export async function forgetDueReplies(deps: ReplyDeps): Promise<number> {
  const due = await spoolsWithWithdrawnReplies(deps.pool, spoolsAtOnce)
  for (const spoolId of due) await forgetReplies(deps, spoolId)
  return due.length
}
