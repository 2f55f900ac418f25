import { absentDispute, type readDispute } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { partyOf, viewerOf } from '../../domain/model/viewer.ts'
import { disputeView } from '../../domain/views/dispute-view.ts'
import { currentSpool, type ReadDeps } from '../../flows/current-spool.ts'
import { findDispute, findDisputeTexts } from '../../store/casework/dispute-store.ts'

/** For every caller but the parties of its Spool a dispute does not exist. */
export function handleReadDispute(deps: ReadDeps): Handler<typeof readDispute> {
  return async ({ disputeId }, { principal }) => {
    const found = await findDispute(deps.pool, disputeId)
    const current = found === null ? null : await currentSpool(deps, found.spoolId, principal)
    const dispute = current?.spool.state.disputes.find(({ id }) => id === disputeId)
    if (found === null || current === null || dispute === undefined) throw absentDispute()
    if (partyOf(current.spool, principal) === null) throw absentDispute()
    const texts = await findDisputeTexts(deps.pool, disputeId)
    const written = { dispute, said: found.said, texts }
    return disputeView(current.spool, written, viewerOf(current.spool, principal))
  }
}
