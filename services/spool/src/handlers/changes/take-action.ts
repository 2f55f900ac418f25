import type { ActionName } from '@outturn/vocabulary'
import type { proposeSpool } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { takeAction } from '../../domain/lifecycle/take-action.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import { type ChangeDeps, changeAndReply } from '../../flows/change-spool.ts'

/** A command without a body, whose whole effect the table of transitions holds. */
type PlainAction = typeof proposeSpool

/** Handles an action without a body: by the table it is refused, or takes its effect. */
export function handleTakeAction(
  deps: ChangeDeps,
  command: PlainAction,
  action: ActionName,
): Handler<PlainAction> {
  return (target, context) =>
    changeAndReply(deps, command, target, context, ({ spool, viewer, now }) => {
      assertAllowed(action, spool, viewer, now)
      return takeAction(action, spool, viewer, now.toISOString())
    })
}
