import { nodeSha256 } from '@outturn/canonical/node'
import { conflict, type issueReceipt as issueReceiptCommand, unavailable } from '@outturn/contracts'
import { type Handler, rawReply } from '@outturn/messaging'
import { derivedId, failPoint } from '@outturn/service'
import { issueReceipt } from '../../domain/receipts/issue-receipt.ts'
import type { SigningDeps } from '../../deps.ts'
import { replaceReceipt } from '../../flows/replace-receipt.ts'

/**
 * Issues the receipt of a run, or answers with the one it has. A run has exactly one receipt: another body for the same
 * run is refused, from every sender.
 */
export function handleIssueReceipt(deps: SigningDeps): Handler<typeof issueReceiptCommand> {
  return async (command) => {
    const { receipt: receiptSigner, attestation: attestationSigner } = deps.signers
    if (receiptSigner === null || attestationSigner === null) {
      throw unavailable('Signing is not configured in this environment.', {
        reason: 'signing_not_configured',
      })
    }
    const issued = await issueReceipt(command, derivedId('attestation', command.runId), {
      slug: deps.slug,
      environment: deps.environment,
      receiptSigner,
      attestationSigner,
      attestationTtlMs: deps.attestationTtlMs,
      sha256: nodeSha256,
    })
    failPoint('signing.before-record')
    const { supersedes } = command
    const stored = await (supersedes === undefined
      ? deps.recordReceipt(issued)
      : replaceReceipt(deps, issued, supersedes))
    failPoint('signing.after-record')
    deps.transparencyLog.nudge()
    if (stored.receiptId !== issued.receiptId) {
      throw conflict(`Run ${command.runId} already has another receipt.`, { reason: 'receipt_exists' })
    }
    const { receiptId, receipt, attestation } = stored
    return rawReply(`{"receiptId":"${receiptId}","receipt":${receipt},"attestation":${attestation}}`)
  }
}
