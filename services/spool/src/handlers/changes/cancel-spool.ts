import { cancelSpool as cancelCommand } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import { cancelSpool } from '../../domain/settlement/cancel-spool.ts'
import { type ChangeDeps, changeAndReply } from '../../flows/change-spool.ts'

/** Cancels a Spool; one whose settlement is committed, once both parties have asked. */
export function handleCancelSpool(deps: ChangeDeps): Handler<typeof cancelCommand> {
  return (target, context) =>
    changeAndReply(deps, cancelCommand, target, context, ({ spool, viewer, now }) => {
      assertAllowed('cancel', spool, viewer, now)
      return cancelSpool(spool, viewer, now.toISOString())
    })
}
