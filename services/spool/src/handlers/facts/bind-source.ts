import { bindSource as bindSourceCommand } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { bindSource } from '../../domain/evidence/bind-source.ts'
import { type ChangeDeps, changeAndReply } from '../../flows/change-spool.ts'

/** Notes in the history of a Spool that a party registered a source for it. */
export function handleBindSource(deps: ChangeDeps): Handler<typeof bindSourceCommand> {
  return ({ spoolId, sourceId, scheme }, context) =>
    changeAndReply(
      deps,
      bindSourceCommand,
      { spoolId },
      context,
      ({ spool, viewer, now }) => bindSource(spool, viewer, { id: sourceId, scheme }, now),
      { answer: () => ({}) },
    )
}
