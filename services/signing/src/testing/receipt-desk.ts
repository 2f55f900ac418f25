import {
  approveRevocation,
  type ConsumptionRequest,
  issueReceipt,
  type Principal,
  readReceiptStatus,
  recordConsumption,
  requestRevocation,
} from '@outturn/contracts'
import { numberedRun } from './numbered-run.ts'
import { as, type OpenSigning } from './open-signing.ts'
import { buyer, operator, spoolService } from './principals.ts'

/** What is done with receipts of 1.00 earned, each of a run of its own. */
export function receiptDesk(open: OpenSigning) {
  let runs = 0
  return {
    /** Issues a receipt, of a Spool of its own unless one is given, and returns its id. */
    async issue(how: Parameters<typeof numberedRun>[1] = {}): Promise<string> {
      runs += 1
      const command = numberedRun(runs, { spool: runs, ...how })
      const { receiptId } = await open.spool.request(issueReceipt, command, as(spoolService))
      return receiptId
    },
    consume: (
      receiptId: string,
      request: ConsumptionRequest,
      principal: Principal = buyer,
      commandId?: string,
    ) =>
      open.gateway.request(
        recordConsumption,
        { receiptId, request },
        { ...as(principal), ...(commandId !== undefined && { commandId }) },
      ),
    statusOf: (receiptId: string) =>
      open.gateway.request(readReceiptStatus, { receiptId }, as({ kind: 'public' })),
    /** Revokes a receipt, as it takes two operators. */
    async revoke(receiptId: string): Promise<void> {
      const revocation = { receiptId, code: 'revoked', advisory: 'Wrong data.' } as const
      const { requestId } = await open.operator.request(requestRevocation, revocation, as(operator('alice')))
      await open.operator.request(approveRevocation, { requestId }, as(operator('bob')))
    },
  }
}

export function settlement(reference: string, amount: string): ConsumptionRequest {
  return { consumer: 'acme-payroll', purpose: 'settlement', reference, amount }
}
