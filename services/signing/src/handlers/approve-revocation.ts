import { approveRevocation as approveRevocationCommand, Refusal } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { createDatabase, inTransaction, remembered } from '@outturn/postgres'
import { approveRevocation, refuseRevoked } from '../domain/revocation.ts'
import type { SigningDeps } from '../service.ts'
import { findRevocationRequest, recordRevocationApproval } from '../store/revocation-store.ts'
import { recordStatusChange } from '../store/status-store.ts'
import type { Tables } from '../store/tables.ts'
import { holdReceipt } from './hold-receipt.ts'
import { operatorName } from './operator-name.ts'

export function handleApproveRevocation(deps: SigningDeps): Handler<typeof approveRevocationCommand> {
  const db = createDatabase<Tables>(deps.pool)
  return async ({ requestId }, { principal, commandId, bodyDigest, now }) => {
    const approvedBy = operatorName(principal)
    const reply = await inTransaction(db, (tx) =>
      remembered(tx, { commandId, bodyDigest, command: approveRevocationCommand.name }, async () => {
        const request = await findRevocationRequest(tx, requestId)
        if (request === null) throw new Refusal('not_found', 'There is no such request.')
        const { receiptId, requestedBy } = request
        const { changes } = await holdReceipt(tx, receiptId)
        refuseRevoked(receiptId, changes)
        const change = approveRevocation(request, approvedBy, now.toISOString())
        await recordRevocationApproval(tx, { requestId, approvedBy, now })
        await recordStatusChange(tx, receiptId, change, {
          slug: deps.slug,
          changedBy: [requestedBy, approvedBy],
        })
        return { receiptId, requestedBy, approvedBy, revokedAt: change.at }
      }),
    )
    deps.transparencyLog.nudge()
    return reply
  }
}
