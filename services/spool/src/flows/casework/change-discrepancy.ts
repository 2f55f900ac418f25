import {
  absentDiscrepancy,
  type dismissDiscrepancy,
  type DiscrepancyView,
  type resolveDiscrepancy,
} from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import type { StoredReply } from '@outturn/postgres'
import { type AskedClosing, closeDiscrepancy } from '../../domain/discrepancies/close-discrepancy.ts'
import type { Discrepancy } from '../../domain/model/casework/discrepancy.ts'
import { viewerOf } from '../../domain/model/viewer.ts'
import { discrepancyView } from '../../domain/views/casework/discrepancy-view.ts'
import { type ChangeDeps, changeAndReply } from '../change-spool.ts'
import { visibleDiscrepancy } from './visible-discrepancy.ts'
import { findDiscrepancy } from '../../store/casework/discrepancy-store.ts'

/**
 * Closes a discrepancy by the word of a party, or takes it as a proposal. The row is read for each decision: one that changed after the Spool was read has changed its Spool as well, and loses.
 */
export async function changeDiscrepancy(
  deps: ChangeDeps,
  command: typeof resolveDiscrepancy | typeof dismissDiscrepancy,
  { discrepancyId, asked }: { discrepancyId: string; asked: AskedClosing },
  context: CommandContext,
): Promise<StoredReply> {
  const { spool } = await visibleDiscrepancy(deps, discrepancyId, context.principal)
  const textDigest = deps.hashes.text
  let after: Discrepancy | null = null
  return changeAndReply(
    deps,
    command,
    { spoolId: spool.id },
    context,
    async (current) => {
      const found = await findDiscrepancy(deps.pool, discrepancyId)
      if (found === null) throw absentDiscrepancy()
      const { discrepancy, ...decision } = closeDiscrepancy(
        current.spool,
        current.viewer,
        found.discrepancy,
        asked,
        { now: current.now, textDigest },
      )
      after = discrepancy
      return decision
    },
    {
      answer: (changed): DiscrepancyView =>
        discrepancyView(changed.spool, after as Discrepancy, viewerOf(changed.spool, context.principal)),
    },
  )
}
