import { approvalWindowMs, conflict, operatorName, requestRevocation } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction, remembered, type Tx } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import { refuseRevoked, type RevocationRequest } from '../../domain/receipts/revocation.ts'
import type { SigningDeps } from '../../deps.ts'
import { openRevocationRequests, recordRevocationRequest } from '../../store/revocation-store.ts'
import type { Tables } from '../../store/tables.ts'
import { holdReceipt } from '../../store/hold-receipt.ts'

export function handleRequestRevocation({ db }: SigningDeps): Handler<typeof requestRevocation> {
  return async ({ receiptId, code, advisory }, { principal, commandId, bodyDigest, now }) => {
    const requestedBy = operatorName(principal)
    return inTransaction(db, (tx) =>
      remembered(tx, { commandId, bodyDigest, command: requestRevocation.name }, async () => {
        const { changes } = await holdReceipt(tx, receiptId)
        refuseRevoked(receiptId, changes)
        await refuseSecondRequest(tx, receiptId, now)
        const request: RevocationRequest = {
          requestId: derivedId('revocation', commandId),
          receiptId,
          code,
          message: advisory,
          requestedBy,
          expiresAt: new Date(now.getTime() + approvalWindowMs).toISOString(),
        }
        await recordRevocationRequest(tx, request, now)
        return { requestId: request.requestId, receiptId, requestedBy, expiresAt: request.expiresAt }
      }),
    )
  }
}

async function refuseSecondRequest(tx: Tx<Tables>, receiptId: string, now: Date): Promise<void> {
  const [open] = await openRevocationRequests(tx, now, receiptId)
  if (open === undefined) return
  throw conflict(`${open.requestedBy} requested this already: ${open.requestId}.`, {
    reason: 'request_open',
    remediation: `Approve ${open.requestId} as another operator before ${open.expiresAt}.`,
  })
}
