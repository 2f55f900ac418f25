// What a service needs to issue: the texts that are hashed and signed. A replay computes them again; to verify a receipt takes none of it.
export {
  type AttestedVerdict,
  type UnsignedAttestation,
  signedAttestationText,
  verificationDigest,
} from './attestation/attestation-preimage.ts'
export { type AuditStatement, signedAuditText } from './attestation/audit-statement.ts'
export { type BundleManifest, bundleMemberDigest, signedManifestText } from './bundle/bundle-manifest.ts'
export type { DraftExport } from './export/export-draft.ts'
export { exportFormats } from './export/export-formats.ts'
export {
  type LogEntry,
  type LoggedReceipt,
  logEntryText,
  logSubject,
  receiptLeafText,
} from './log/log-entry.ts'
export { type LogSuccession, logSuccessionShape, signedSuccessionText } from './log/log-succession.ts'
export {
  type AgreedParty,
  type AgreedValue,
  type Agreement,
  agreementPreimage,
} from './preimages/agreement-preimage.ts'
export { type ConfirmedItem, confirmedEvidenceDigest } from './preimages/confirmed-evidence-digest.ts'
export { evidenceRoot } from './preimages/evidence-root.ts'
export { type SignedDisputeResult, disputeResultPreimage } from './preimages/dispute-result-preimage.ts'
export { type SignedJudgment, externalResultPreimage } from './preimages/external-result-preimage.ts'
export { type VerificationPlan, planPreimage } from './preimages/plan-preimage.ts'
export { type QuoteTerms, quotePreimage } from './preimages/quote-preimage.ts'
export { type VerificationRun, runPreimage } from './preimages/run-preimage.ts'
export { type SchemaName, schemaId, slugOfSchemaId } from './preimages/schema-id.ts'
export { FIRST_PREV_HASH, type UnhashedSpoolEvent, spoolEventHash } from './preimages/spool-event-hash.ts'
export { unitIdentityId, unitLeafText, unitResultsDigest, unitSalt } from './preimages/unit-results.ts'
export {
  type FrozenReceipt,
  type ReceiptParts,
  composeReceipt,
  freezeReceiptBody,
} from './receipt/freeze-receipt.ts'
export { rootSignedText } from './keys/trust-set.ts'
export { signedStatusText } from './status/status-statement.ts'
