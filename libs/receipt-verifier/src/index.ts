// What a stranger needs to read a receipt's text before verifying it; everything else of `@outturn/canonical` is imported from there.
export { type JsonObject, type JsonValue, StrictJsonError, parseStrictJson } from '@outturn/canonical'
export type { Attestation, AttestedCondition } from './attestation/attestation.ts'
export { type BundleReading, MAX_BUNDLE_DEPTH, readReplayBundle } from './bundle/bundle-shape.ts'
export type * from './bundle/replay-bundle.ts'
export {
  type AgreedParty,
  type AgreedValue,
  type Agreement,
  agreementPreimage,
} from './digests/agreement-preimage.ts'
export {
  type AttestedVerdict,
  signedAttestationText,
  verificationDigest,
} from './digests/attestation-preimage.ts'
export { evidenceRoot } from './digests/evidence-root.ts'
export { type SignedJudgment, externalResultPreimage } from './digests/external-result-preimage.ts'
export { type PlannedCondition, type VerificationPlan, planPreimage } from './digests/plan-preimage.ts'
export { type QuoteTerms, quotePreimage } from './digests/quote-preimage.ts'
export {
  type FrozenReceipt,
  type ReceiptParts,
  composeReceipt,
  freezeReceiptBody,
  receiptIdOf,
  signedReceiptText,
} from './digests/receipt-body.ts'
export { type VerificationRun, runPreimage } from './digests/run-preimage.ts'
export { type SchemaName, schemaId, slugOfSchemaId } from './digests/schema-id.ts'
export { FIRST_PREV_HASH, type UnhashedSpoolEvent, spoolEventHash } from './digests/spool-event-hash.ts'
export { signedStatusText } from './digests/status-statement.ts'
export { unitIdentityId, unitLeafText, unitResultsDigest, unitSalt } from './digests/unit-results.ts'
export { DisclosureError, discloseUnits } from './disclosure/disclose-units.ts'
export { didKeyOf, verificationMethodOf } from './export/did-key.ts'
export { type CredentialDraft, type CredentialFacts, draftCredential } from './export/receipt-credential.ts'
export { type StatementDraft, draftStatement } from './export/receipt-statement.ts'
export { type Checkpoint, readCheckpoint, readWholeNumber } from './log/checkpoint.ts'
export { type LogInclusion, isLeafIncluded } from './log/log-inclusion.ts'
export { LOG_PROOF_HEADER, type LogProof, readLogProof } from './log/log-proof.ts'
export { type LoggedReceipt, receiptLeafText } from './log/receipt-leaf.ts'
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
  KeyDocumentError,
  type KeyRing,
  type KeyStatus,
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
export { type ReceiptReading, readOutcomeReceipt } from './receipt/receipt-shape.ts'
export {
  type ReceiptAdvisory,
  type ReceiptCheck,
  type ReceiptVerdict,
  type VerifyReceiptOptions,
  verifyOutcomeReceipt,
} from './receipt/verify-outcome-receipt.ts'
export { type ReceiptStatus, readReceiptStatus } from './status/receipt-status.ts'
