import { absentDiscrepancy, type Command } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import type { StoredReply } from '@outturn/postgres'
import type { Discrepancy } from '../../domain/model/casework/discrepancy.ts'
import type { Decision } from '../../domain/model/decision.ts'
import type { Spool } from '../../domain/model/spool.ts'
import { findDiscrepancy } from '../../store/casework/discrepancy-store.ts'
import { type ChangeDeps, changeAndReply } from '../change-spool.ts'

/** Changes a discrepancy by the word of an operator, who is no party of its Spool. */
export async function decideByOperator<Made extends Decision>(
  deps: ChangeDeps,
  command: Command,
  discrepancyId: string,
  context: CommandContext,
  decide: (spool: Spool, discrepancy: Discrepancy, now: Date) => Made,
  answer: (spool: Spool, made: Made) => unknown,
): Promise<StoredReply> {
  const found = await findDiscrepancy(deps.pool, discrepancyId)
  if (found === null) throw absentDiscrepancy()
  let made: Made | null = null
  return changeAndReply(
    deps,
    command,
    { spoolId: found.spoolId },
    context,
    async ({ spool, now }) => {
      const { discrepancy } = (await findDiscrepancy(deps.pool, discrepancyId)) ?? found
      made = decide(spool, discrepancy, now)
      const { entries, discrepancies = [] } = made
      return { spool: made.spool, entries, discrepancies }
    },
    { answer: ({ spool }) => answer(spool, made as Made), isForStranger: true },
  )
}
