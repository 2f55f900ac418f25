import { absent, approveRevocation as approveRevocationCommand } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { createDatabase, inTransaction, type OutboxRow, remembered } from '@outturn/postgres'
import { approveRevocation, refuseRevoked } from '../domain/receipts/revocation.ts'
import type { SigningDeps } from '../service.ts'
import { findRevocationRequest, recordRevocationApproval } from '../store/revocation-store.ts'
import { recordStatusChange } from '../store/status-store.ts'
import type { Tables } from '../store/tables.ts'
import { announceStanding } from '../events.ts'
import { holdReceipt } from '../store/hold-receipt.ts'
import { operatorName } from '../domain/operator-name.ts'

export function handleApproveRevocation(deps: SigningDeps): Handler<typeof approveRevocationCommand> {
  const db = createDatabase<Tables>(deps.pool)
  return async ({ requestId }, { principal, commandId, bodyDigest, now }) => {
    const approvedBy = operatorName(principal)
    const identity = { commandId, bodyDigest, command: approveRevocationCommand.name }
    const { reply, announced } = await inTransaction(db, async (tx) => {
      const events: OutboxRow[] = []
      const answered = await remembered(tx, identity, async () => {
        const request = await findRevocationRequest(tx, requestId)
        if (request === null) throw absent('There is no such request.')
        const { receiptId, requestedBy } = request
        const { spoolId, changes, settled } = await holdReceipt(tx, receiptId)
        refuseRevoked(receiptId, changes)
        const change = approveRevocation(request, approvedBy, now.toISOString())
        await recordRevocationApproval(tx, { requestId, approvedBy, now })
        await recordStatusChange(tx, receiptId, change, {
          slug: deps.slug,
          changedBy: [requestedBy, approvedBy],
        })
        const standing = { spoolId, receiptId, status: change.status, settled, at: change.at }
        events.push(await announceStanding(tx, deps, standing))
        return { receiptId, requestedBy, approvedBy, revokedAt: change.at }
      })
      return { reply: answered, announced: events }
    })
    deps.relay.publish(announced)
    deps.transparencyLog.nudge()
    return reply
  }
}
