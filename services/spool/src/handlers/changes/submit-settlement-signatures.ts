import { submitSettlementSignatures } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { submitSignatures } from '../../adapters/settlement.ts'
import type { SpoolDeps } from '../../deps.ts'
import { actionContextOf } from '../../domain/lifecycle/transitions.ts'
import { applySettlement } from '../../domain/settlement/apply-settlement.ts'
import { assertMaySign } from '../../domain/settlement/may-sign.ts'
import { changeAndReply } from '../../flows/change-spool.ts'

/** The settlement service keeps the signatures, so that a repetition changes nothing; the Spool shows what it answers. */
export function handleSubmitSettlementSignatures(
  deps: SpoolDeps,
): Handler<typeof submitSettlementSignatures> {
  return ({ request, ...target }, context) =>
    changeAndReply(
      deps,
      submitSettlementSignatures,
      target,
      context,
      async ({ spool, viewer, now }) => {
        assertMaySign(actionContextOf(spool, viewer, now))
        const summary = await submitSignatures(deps, { spoolId: spool.id, request }, context)
        return applySettlement(spool, summary, now.toISOString()) ?? { spool, entries: [] }
      },
      { isDecidedAtOnce: true },
    )
}
