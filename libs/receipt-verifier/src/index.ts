// What a stranger needs to read a receipt's text before verifying it; everything else of `@outturn/canonical` is imported from there.
export {
  type JsonObject,
  type JsonValue,
  StrictJsonError,
  parseStrictJson,
  readJson,
} from '@outturn/canonical'
export type { Attestation, AttestedCondition } from './attestation/attestation.ts'
export type { AuditStatement } from './attestation/audit-statement.ts'
export { bundleProblem } from './bundle/bundle-manifest.ts'
export { MAX_BUNDLE_DEPTH, readReplayBundle } from './bundle/replay-bundle.ts'
export type * from './bundle/replay-bundle.ts'
export {
  type QuoteTerms,
  type QuotedEconomics,
  quoteDigest,
  quoteProblem,
} from './preimages/quote-preimage.ts'
export { bodyOfReceipt, receiptIdOf, signedReceiptText } from './receipt/receipt-body.ts'
export { DisclosureError, discloseUnits } from './disclosure/disclose-units.ts'
export { didKeyOf, verificationMethodOf } from './export/did-key.ts'
export { type EnvelopeReading, type FoundReceipt, readReceiptEnvelope } from './envelope/receipt-envelope.ts'
export { historyProblem } from './history/verify-history.ts'
export { type Checkpoint, readCheckpoint, readWholeNumber } from './log/checkpoint.ts'
export { type LogInclusion, isCheckpointOf, isLeafIncluded } from './log/log-inclusion.ts'
export { LOG_PROOF_HEADER, type LogProof, readLogProof } from './log/log-proof.ts'
export { type NoteSignature, type SignedNote, isSignedBy, readSignedNote } from './log/signed-note.ts'
export {
  type VerifierKey,
  formatVerifierKey,
  readVerifierKey,
  verifierKeyOf,
} from './log/verifier-key.ts'
export type * from './receipt/outcome-receipt.ts'
export {
  type AttestationReason,
  type AttestationVerdict,
  type VerifyAttestationOptions,
  attestationReasons,
  verifyAttestation,
} from './attestation/verify-attestation.ts'
export {
  type AuditStatementReason,
  type AuditStatementVerdict,
  type VerifyAuditStatementOptions,
  auditStatementReasons,
  verifyAuditStatement,
} from './attestation/verify-audit-statement.ts'
export {
  KeyDocumentError,
  type KeyDocumentOptions,
  type KeyRing,
  type TrustSet,
  type TrustedKey,
  type TrustedLog,
  parseKeyDocument,
} from './keys/trust-set.ts'
export { type OutcomePolicy, PolicyError, type PolicyMember, parsePolicy } from './policy/outcome-policy.ts'
export type { PolicyReason } from './policy/policy-rules.ts'
export {
  type OutcomeDecision,
  type PolicyCheck,
  policyReasons,
  requireOutcome,
} from './policy/require-outcome.ts'
export { formatAmount, parseAmount } from './receipt/decimal-amount.ts'
export type { Finding } from './receipt/finding.ts'
export { type CheckName, type ReceiptReason, receiptReasons } from './receipt/receipt-checks.ts'
export { readOutcomeReceipt } from './receipt/outcome-receipt.ts'
export {
  type ReceiptAdvisory,
  type ReceiptCheck,
  type ReceiptVerdict,
  type VerifyReceiptOptions,
  verifyOutcomeReceipt,
} from './receipt/verify-outcome-receipt.ts'
export { type ReceiptStatus, readReceiptStatus } from './status/receipt-status.ts'
