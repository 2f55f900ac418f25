import { approvalWindowMs, conflict, operatorName, requestRecovery } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import { inside, inTransaction, remembered } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { SigningDeps } from '../../deps.ts'
import { ownLogKeys } from '../../domain/keys/published-log.ts'
import { notRestored, refuseKnownFloor } from '../../flows/floor/restored.ts'
import { headOfCheckpoint } from '../../flows/floor/known-head.ts'
import { loadKeyRing } from '../../store/key-store.ts'
import { readLogState } from '../../store/log-store.ts'
import {
  openRecoveryRequests,
  type RecoveryRequest,
  recordRecoveryRequest,
} from '../../store/recovery-store.ts'

/** A log is ended only while the database is a restored one; a floor may be raised at any time by a checkpoint from elsewhere. */
export function handleRequestRecovery(deps: SigningDeps): Handler<typeof requestRecovery> {
  return async ({ decision, reason, checkpoint }, { principal, commandId, bodyDigest, now }) => {
    const requestedBy = operatorName(principal)
    if (checkpoint !== null) {
      const { origin } = await readLogState(onPool(deps.pool))
      headOfCheckpoint(checkpoint, origin, ownLogKeys(await loadKeyRing(deps.db), origin))
    }
    const state = await deps.floor.check()
    if (state.kind === 'kept' && !(decision === 'adopt_floor' && checkpoint !== null)) throw notRestored()
    if (decision === 'adopt_floor') refuseKnownFloor(state, checkpoint)
    return inTransaction(deps.db, (tx) =>
      remembered(tx, { commandId, bodyDigest, command: requestRecovery.name }, async () => {
        const open = await openRecoveryRequests(inside(tx), now)
        const same = open.find((request) => request.decision === decision)
        if (same !== undefined) throw openAlready(same)
        const request: RecoveryRequest = {
          requestId: derivedId('recovery', commandId),
          decision,
          reason,
          checkpoint,
          requestedBy,
          expiresAt: new Date(now.getTime() + approvalWindowMs).toISOString(),
        }
        await recordRecoveryRequest(tx, request, now)
        const { checkpoint: _, ...answer } = request
        return answer
      }),
    )
  }
}

function openAlready({ requestedBy, requestId, expiresAt }: RecoveryRequest) {
  return conflict(`${requestedBy} requested this already: ${requestId}.`, {
    reason: 'request_open',
    remediation: `Approve ${requestId} as another operator before ${expiresAt}.`,
  })
}
