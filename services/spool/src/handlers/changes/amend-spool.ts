import { amendSpool, type AmendRequest } from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { amendSpool as amend } from '../../domain/agreement/amend-spool.ts'
import { conditionsOf } from '../../wire/agreement-request.ts'
import { assertAllowed } from '../../domain/lifecycle/transitions.ts'
import {
  type ChangeDeps,
  changeAndReply,
  type Decided,
  previewChange,
  type SpoolDecision,
} from '../../flows/change-spool.ts'

/** Amends a proposal; a dry run answers with what it would become and stores nothing. */
export function handleAmendSpool(deps: ChangeDeps): Handler<typeof amendSpool> {
  return async ({ request, dryRun, ...target }, context) => {
    const decide = amendment(deps, request, context)
    return dryRun
      ? previewChange(deps, target, context, decide)
      : changeAndReply(deps, amendSpool, target, context, decide)
  }
}

function amendment(deps: ChangeDeps, request: AmendRequest, { commandId, principal }: CommandContext) {
  return ({ spool, viewer, now }: Decided): SpoolDecision => {
    assertAllowed('amend', spool, viewer, now)
    const { add_conditions: added = [] } = request
    return amend(
      spool,
      viewer,
      { ...request, add_conditions: conditionsOf(added) },
      {
        at: now.toISOString(),
        idOf: (index) => derivedId('condition', `${commandId}:${index}`),
        canFetch: principal.kind !== 'sandbox',
        hashed: deps.hashes.hashed,
      },
    )
  }
}
