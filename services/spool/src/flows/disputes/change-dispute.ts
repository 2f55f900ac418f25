import { absentDispute, type Command, Refusal } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import type { StoredReply } from '@outturn/postgres'
import type { Dispute, DisputeStatement, Spool } from '../../domain/model/spool.ts'
import { disputeView, type WrittenDispute } from '../../domain/views/dispute-view.ts'
import { viewerOf } from '../../domain/model/viewer.ts'
import { findDispute, findDisputeTexts } from '../../store/casework/dispute-store.ts'
import type { AfterChange, ChangeDeps, ChangedSpool, Decided, SpoolDecision } from '../change-spool.ts'
import { changeSpool } from '../change-spool.ts'

/** What is decided about a dispute: its Spool as it is now, and what its party wrote. */
export type DecidedOnDispute = Decided & { readonly dispute: Dispute; readonly said: DisputeStatement }

/** Changes the Spool of a dispute. For every caller but the parties of its Spool the dispute does not exist. */
export async function changeDispute(
  deps: ChangeDeps,
  command: Command,
  disputeId: string,
  context: CommandContext,
  decide: (current: DecidedOnDispute) => SpoolDecision | Promise<SpoolDecision>,
): Promise<ChangedSpool> {
  const found = await findDispute(deps.pool, disputeId)
  if (found === null) throw absentDispute()
  const { spoolId, said } = found
  let texts: WrittenDispute['texts'] = []
  const answer = ({ spool }: AfterChange) =>
    disputeView(
      spool,
      { dispute: disputeOf(spool, disputeId), said, texts },
      viewerOf(spool, context.principal),
    )
  return changeSpool(
    deps,
    command,
    { spoolId },
    context,
    async (current) => {
      const before = await findDisputeTexts(deps.pool, disputeId)
      const decision = await decide({ ...current, dispute: disputeOf(current.spool, disputeId), said })
      texts = decision.disputeText === undefined ? before : [...before, decision.disputeText.text]
      return decision
    },
    { answer },
  ).catch(asAbsentDispute)
}

/** The reply to a change that opened no run. */
export function replyOfChange({ reply }: ChangedSpool): StoredReply {
  if (reply === null) throw new Error('this change opens no run')
  return reply
}

export function disputeOf({ id, state }: Spool, disputeId: string): Dispute {
  const dispute = state.disputes.find((each) => each.id === disputeId)
  if (dispute === undefined) throw new Error(`Spool ${id} has no dispute ${disputeId}`)
  return dispute
}

function asAbsentDispute(error: unknown): never {
  if (error instanceof Refusal && error.code === 'spool_not_found') throw absentDispute()
  throw error
}
