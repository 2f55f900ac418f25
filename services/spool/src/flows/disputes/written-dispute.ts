import type { DisputeView } from '@outturn/contracts'
import type { SpoolDeps } from '../../deps.ts'
import type { Spool } from '../../domain/model/spool.ts'
import { viewerOf } from '../../domain/model/viewer.ts'
import { disputeView, type WrittenDispute } from '../../domain/views/dispute-view.ts'
import { findDispute, findDisputeTexts } from '../../store/casework/dispute-store.ts'
import type { RunRequest } from '../../store/run-process.ts'
import { disputeOf } from './change-dispute.ts'

type Written = Omit<WrittenDispute, 'dispute'> & { readonly disputeId: string }

/** What the parties wrote in the dispute that a run is for; null for every other run. */
export async function writtenDispute(
  { pool }: Pick<SpoolDeps, 'pool'>,
  request: RunRequest,
): Promise<Written | null> {
  if (request.kind !== 'dispute') return null
  const { disputeId } = request
  const [found, texts] = await Promise.all([findDispute(pool, disputeId), findDisputeTexts(pool, disputeId)])
  if (found === null) throw new Error(`there is no dispute ${disputeId}`)
  return { disputeId, said: found.said, texts }
}

/** The dispute as the party sees it that asked for the run. */
export function writtenView(
  spool: Spool,
  { disputeId, ...written }: Written,
  request: RunRequest,
): DisputeView | { dispute_id: string } {
  if (request.kind !== 'dispute') return { dispute_id: disputeId }
  const viewer = viewerOf(spool, request.askedBy)
  return disputeView(spool, { ...written, dispute: disputeOf(spool, disputeId) }, viewer)
}
