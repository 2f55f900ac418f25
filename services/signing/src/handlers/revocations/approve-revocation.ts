import { absent, approveRevocation as approveRevocationCommand, operatorName } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { remembered } from '@outturn/postgres/typed'
import { approveRevocation, refuseRevoked } from '../../domain/receipts/revocation.ts'
import type { SigningDeps } from '../../deps.ts'
import { findRevocationRequest, recordRevocationApproval } from '../../store/revocation-store.ts'
import { recordStatusChange } from '../../store/status-store.ts'
import { announceInTransaction } from '../../flows/announce.ts'
import { holdReceipt } from '../../store/hold-receipt.ts'

export function handleApproveRevocation(deps: SigningDeps): Handler<typeof approveRevocationCommand> {
  return async ({ requestId }, { principal, commandId, bodyDigest, now }) => {
    const approvedBy = operatorName(principal)
    const identity = { commandId, bodyDigest, command: approveRevocationCommand.name }
    const reply = await announceInTransaction(deps, (tx, announce) =>
      remembered(tx, identity, async () => {
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
        await announce({ spoolId, receiptId, status: change.status, settled, at: change.at })
        return { receiptId, requestedBy, approvedBy, revokedAt: change.at }
      }),
    )
    deps.transparencyLog.nudge()
    return reply
  }
}
