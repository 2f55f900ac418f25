import { confirmSandboxSpool } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { type ConfirmationPath, listedConfirmation } from '../../domain/confirmations/confirmations.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import { applyConfirmations, keepConfirmations } from '../../domain/runs/open-run.ts'
import { type ChangeDeps, changeAndReply, namesOneVersion } from '../../flows/change-spool.ts'
import { confirmationsOf } from '../../wire/verify-request.ts'

const ownMember: ConfirmationPath = (_, member) => member ?? 'condition_id'

/** Records confirmations and opens no run, so that a sandbox session sees the two steps of it apart. */
export function handleConfirmConditions(deps: ChangeDeps): Handler<typeof confirmSandboxSpool> {
  return ({ request, ...target }, context) => {
    const isList = 'confirmations' in request
    const sent = isList ? request : { confirmations: [request] }
    return changeAndReply(
      deps,
      confirmSandboxSpool,
      target,
      context,
      ({ spool, evidence, viewer, now }) => {
        // In production a party confirms without a run by evidence of that type.
        assertAllowed('evidence', spool, viewer, now)
        const at = now.toISOString()
        const evidenceIdOf = ({ index, side }: { index: number; side: string }) =>
          derivedId('evidence', `${context.commandId}:confirmation:${index}:${side}`)
        const facts = { at, evidenceIdOf, hashes: deps.hashes }
        const confirmations = confirmationsOf(sent, namesOneVersion(target))
        const path = isList ? listedConfirmation : ownMember
        return keepConfirmations(
          applyConfirmations(confirmations, { spool, evidence, viewer }, facts, path),
          at,
        )
      },
      // A person decided by what the Spool showed.
      { isDecidedAtOnce: true },
    )
  }
}
