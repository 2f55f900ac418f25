import { checkAggregation } from './checks/aggregation-check.ts'
import { checkEarnedAmount, checkEarnedWithinCommitted } from './checks/amount-checks.ts'
import { checkAgreementHash, checkEvidenceRoot, checkRunDigest } from './checks/digest-checks.ts'
import { checkEnvironment, checkReceiptId, checkSchema } from './checks/identity-checks.ts'
import { type Finding, ok } from './finding.ts'
import type { Inspection } from './inspection.ts'

/** The checks of a well-formed receipt. Their order is the order of reasons in every verdict. */
export const receiptChecks = {
  form: { reason: 'malformed_receipt', judge: () => ok('Every member is there and well-formed.') },
  schema: { reason: 'unknown_schema', judge: (on) => checkSchema(on.receipt.schema, on) },
  environment: {
    reason: 'environment_mismatch',
    judge: (on) => checkEnvironment(on.receipt.environment, on),
  },
  receipt_id: { reason: 'receipt_id_mismatch', judge: checkReceiptId },
  evidence_root: { reason: 'invalid_evidence_root', judge: checkEvidenceRoot },
  run_digest: { reason: 'invalid_run_digest', judge: checkRunDigest },
  agreement_hash: { reason: 'invalid_agreement_hash', judge: checkAgreementHash },
  earned_within_committed: { reason: 'earned_exceeds_committed', judge: checkEarnedWithinCommitted },
  earned_amount: { reason: 'earned_amount_mismatch', judge: checkEarnedAmount },
  aggregation: { reason: 'aggregation_inconsistent', judge: checkAggregation },
  signing_key_id: { reason: 'signing_key_id_mismatch', judge: ({ signer }) => signer.keyId },
  trusted_key: { reason: 'untrusted_signing_key', judge: ({ signer }) => signer.trust },
  signature: { reason: 'invalid_signature', judge: ({ signer }) => signer.signature },
  not_corrected: { reason: 'corrected', judge: ({ status }) => status.notCorrected },
  not_revoked: { reason: 'revoked', judge: ({ status }) => status.notRevoked },
} as const satisfies Record<string, { reason: string; judge: (inspection: Inspection) => Finding }>

export type CheckName = keyof typeof receiptChecks
export type ReceiptReason = (typeof receiptChecks)[CheckName]['reason']

/** Every reason for which a receipt can be invalid, in the order in which verdicts list them. */
export const receiptReasons: readonly ReceiptReason[] = Object.values(receiptChecks).map(
  ({ reason }) => reason,
)
