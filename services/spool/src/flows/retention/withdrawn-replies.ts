import { invalidState, refusalToMessage } from '@outturn/contracts'
import type { SpoolDeps } from '../../deps.ts'
import type { Spool } from '../../domain/model/spool.ts'
import {
  noteRepliesToReplace,
  replaceCaseReplies,
  replaceWithdrawnReplies,
  spoolsWithWithdrawnReplies,
} from '../../store/retention/withdrawal-store.ts'

type ReplyDeps = Pick<SpoolDeps, 'pool'>

/** Replies that say what was seen in a deleted content are no longer repeated; the request is not carried out again either. */
export async function forgetReplies({ pool }: ReplyDeps, spoolId: string): Promise<void> {
  await replaceWithdrawnReplies(pool, spoolId, refusalFor(spoolId))
}

/** The same for everything that the replies of a Spool show, because a party of it was erased. */
export async function forgetAllReplies(
  { pool }: ReplyDeps,
  { id, createdAt }: Pick<Spool, 'createdAt' | 'id'>,
  now: Date,
): Promise<void> {
  await noteRepliesToReplace(pool, id, createdAt, now)
  await replaceCaseReplies(pool, id, createdAt, refusalFor(id))
  await replaceWithdrawnReplies(pool, id, refusalFor(id))
}

function refusalFor(spoolId: string): string {
  const refusal = invalidState('The answer of this request showed content that was deleted since.', {
    reason: 'content_withdrawn',
    remediation: `Read the Spool with GET /api/v1/spools/${spoolId}.`,
  })
  return JSON.stringify(refusalToMessage(refusal))
}

const spoolsAtOnce = 20

/** Does so for Spools whose replica ended before it could. Returns how many there were. */
export async function forgetDueReplies(deps: ReplyDeps): Promise<number> {
  const due = await spoolsWithWithdrawnReplies(deps.pool, spoolsAtOnce)
  for (const spoolId of due) await forgetReplies(deps, spoolId)
  return due.length
}
