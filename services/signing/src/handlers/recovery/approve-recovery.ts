import {
  absent,
  type approveRecovery,
  assertSecondOperator,
  operatorName,
  unavailable,
} from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import { inTransaction, type Tx } from '@outturn/postgres/typed'
import { nodeSha256 } from '@outturn/canonical/node'
import type { SigningDeps } from '../../deps.ts'
import { ownLogKeys } from '../../domain/keys/published-log.ts'
import { headOfCheckpoint, largestHead } from '../../flows/floor/known-head.ts'
import type { PublishedHead } from '../../flows/floor/log-floor-keeper.ts'
import { notRestored, refuseKnownFloor } from '../../flows/floor/restored.ts'
import { succeedLog } from '../../flows/floor/succeed-log.ts'
import { loadKeyRing } from '../../store/key-store.ts'
import { readLogState } from '../../store/log-store.ts'
import {
  findRecoveryRequest,
  type RecoveryRequest,
  readRecovery,
  recordRecoveryApproval,
} from '../../store/recovery-store.ts'
import type { Tables } from '../../store/tables.ts'

/** Two operators end a log, or say that its lost floor is what the database has. */
export function handleApproveRecovery(deps: SigningDeps): Handler<typeof approveRecovery> {
  return async ({ requestId }, { principal, now }) => {
    const approvedBy = operatorName(principal)
    const request = await findRecoveryRequest(onPool(deps.pool), requestId, now)
    if (request === null) throw absent('There is no such request, or it was approved already.')
    assertSecondOperator(request, approvedBy, now.toISOString())
    const approve = (tx: Tx<Tables>) => recordRecoveryApproval(tx, { requestId, approvedBy, now })
    const approval = { approvedBy, now, approve }
    const done =
      request.decision === 'succeed'
        ? await succeed(deps, request, approval)
        : await adoptFloor(deps, request, approval)
    deps.transparencyLog.nudge()
    const { decision, requestedBy } = request
    return { requestId, decision, requestedBy, approvedBy, ...done }
  }
}

type Approval = {
  readonly approvedBy: string
  readonly now: Date
  readonly approve: (tx: Tx<Tables>) => Promise<void>
}

async function succeed(deps: SigningDeps, request: RecoveryRequest, { approvedBy, now, approve }: Approval) {
  const restored = await deps.floor.check()
  if (restored.kind !== 'restored') throw notRestored()
  const last = await lastKnownHead(deps, request)
  const decidedBy = [request.requestedBy, approvedBy]
  const succession = { restored, last, decidedBy, reason: request.reason, now }
  const done = await succeedLog(deps, succession, approve)
  await deps.floor.adopt({ origin: done.origin, size: 0, root: nodeSha256('') })
  await deps.keys.refresh()
  return done
}

async function adoptFloor(deps: SigningDeps, request: RecoveryRequest, { approve }: Approval) {
  refuseKnownFloor(await deps.floor.check(), request.checkpoint)
  const head = await lastKnownHead(deps, request)
  await inTransaction(deps.db, approve)
  await deps.floor.adopt(head)
  const { epoch: recoveryEpoch } = await readRecovery(onPool(deps.pool))
  return { origin: head.origin, ended: null, recoveryEpoch }
}

/** The largest of what the floor, the database and the operator's checkpoint say was given out. */
async function lastKnownHead(deps: SigningDeps, { checkpoint }: RecoveryRequest): Promise<PublishedHead> {
  const { origin, checkpoint: stored } = await readLogState(onPool(deps.pool))
  const ring = await loadKeyRing(deps.db)
  const brought = checkpoint === null ? null : headOfCheckpoint(checkpoint, origin, ownLogKeys(ring, origin))
  const own = stored === null ? { origin, size: 0, root: nodeSha256('') } : { origin, ...stored }
  const state = deps.floor.last()
  const last = largestHead([own, brought, state?.floor ?? null], origin)
  if (last === null) throw unavailable('The log has no name yet.')
  return last
}
