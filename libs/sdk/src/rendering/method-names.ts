/** How an operation of the document is called as a method; what the document says about it is not repeated here. */
export interface MethodName {
  /** Groups and name with points between them: `spools.create`. */
  readonly name: string
  /** Type of the answer, where the document has several for what this method asks. */
  readonly reply?: string
  /** Method that sends the operation with `dry_run=true`, and the type of its answer. */
  readonly dryRun?: { readonly name: string; readonly reply: string }
  /** Method that sends the operation without a key, and the type of its answer. */
  readonly keyless?: { readonly name: string; readonly reply: string }
}

/** Methods by the id of their operation. The client has a method for each operation of the document and for nothing else. */
export const methodNames: Readonly<Record<string, MethodName>> = {
  'verify-delivery': { name: 'verify', dryRun: { name: 'preflight', reply: 'Preflight' } },
  'audit-invoice': { name: 'audits.invoice' },
  'replay-promise': { name: 'audits.replay' },
  'buy-verification': { name: 'verifications.buy' },

  'create-spool': { name: 'spools.create' },
  'list-spools': { name: 'spools.list' },
  'read-spool': {
    name: 'spools.get',
    reply: 'Spool',
    keyless: { name: 'spools.shared', reply: 'SharedSpool' },
  },
  'list-spool-events': { name: 'spools.events' },
  'invite-counterparty': { name: 'spools.invite' },
  'quote-spool': { name: 'spools.quote' },
  'read-quote': { name: 'spools.readQuote' },
  'propose-spool': { name: 'spools.propose' },
  'accept-spool': { name: 'spools.accept' },
  'decline-spool': { name: 'spools.decline' },
  'cancel-spool': { name: 'spools.cancel' },
  'abandon-spool': { name: 'spools.abandon' },
  'amend-spool': { name: 'spools.amend' },
  'commit-spool': { name: 'spools.commit' },
  'submit-evidence': { name: 'spools.submitEvidence' },
  'read-evidence': { name: 'spools.evidence' },
  'download-evidence': { name: 'spools.downloadEvidence' },
  'withdraw-evidence': { name: 'spools.withdrawEvidence' },
  'verify-spool': {
    name: 'spools.verify',
    reply: 'VerifiedSpool',
    dryRun: { name: 'spools.previewVerification', reply: 'VerificationPreview' },
  },
  'record-external-result': { name: 'spools.recordExternalResult' },
  'onboard-provider': { name: 'spools.onboardProvider' },
  'complete-spool': { name: 'spools.complete' },

  'create-source': { name: 'sources.create' },
  'list-sources': { name: 'sources.list' },
  'read-source': { name: 'sources.get' },
  'test-source': { name: 'sources.test' },
  'rotate-source': { name: 'sources.rotate' },
  'pause-source': { name: 'sources.pause' },
  'resume-source': { name: 'sources.resume' },
  'revoke-source': { name: 'sources.revoke' },
  'sync-source': { name: 'sources.sync' },
  'receive-delivery': { name: 'sources.deliver' },
  'list-facts': { name: 'spools.facts' },

  'submit-settlement-signatures': { name: 'settlement.sign' },
  'read-settlement-grant-template': { name: 'settlement.grantTemplate' },
  'submit-settlement-grant': { name: 'settlement.grant' },
  'read-settlement-grant': { name: 'settlement.readGrant' },

  'read-outcome-index': { name: 'outcomeIndex' },
  'read-receipt': { name: 'receipts.get' },
  'read-receipt-status-v1': { name: 'receipts.status' },
  'read-receipt-status': { name: 'receipts.publicStatus' },
  'read-receipt-bundle': { name: 'receipts.bundle' },
  'read-receipt-credential': { name: 'receipts.credential' },
  'read-receipt-envelope': { name: 'receipts.envelope' },
  'download-receipt': { name: 'receipts.download', reply: 'OutcomeReceipt' },
  'record-consumption': { name: 'receipts.recordConsumption' },
  'supersede-receipt': { name: 'receipts.supersede' },
  'verify-attestation': { name: 'attestations.verify' },

  'record-claims': { name: 'spools.claims.record' },
  'list-claims': { name: 'spools.claims.list' },
  'match-claims': { name: 'spools.matches.run' },
  'list-matches': { name: 'spools.matches.list' },

  'open-dispute': { name: 'disputes.open' },
  'read-dispute': { name: 'disputes.get' },
  'withdraw-dispute': { name: 'disputes.withdraw' },
  'respond-to-dispute': { name: 'disputes.respond' },
  'record-dispute-result': { name: 'disputes.recordResult' },
  'add-dispute-statement': { name: 'disputes.addStatement' },

  'list-discrepancies': { name: 'discrepancies.list' },
  'open-discrepancy': { name: 'discrepancies.open' },
  'read-discrepancy': { name: 'discrepancies.get' },
  'resolve-discrepancy': { name: 'discrepancies.resolve' },
  'dismiss-discrepancy': { name: 'discrepancies.dismiss' },
  'request-review': { name: 'reviews.request' },
  'read-review': { name: 'reviews.get' },
  'consent-to-review': { name: 'reviews.consent' },
  'withdraw-review': { name: 'reviews.withdraw' },
  'mail-review-code': { name: 'reviews.mailCode' },
  'decide-review': { name: 'reviews.decide' },

  'compile-policy': { name: 'policies.compile' },
  'confirm-policy': { name: 'policies.confirm' },
  'list-recipes': { name: 'recipes.list' },
  'read-recipe': { name: 'recipes.get' },

  'read-account': { name: 'account.get' },
  'read-usage': { name: 'usage.get' },
  'list-requests': { name: 'requests.list' },
  'read-request': { name: 'requests.get' },
  'read-balance': { name: 'credits.balance' },
  'buy-pack-by-mpp': { name: 'credits.buyPackByMpp' },
  'buy-pack-by-x402': { name: 'credits.buyPackByX402' },

  'open-sandbox-session': { name: 'sandbox.openSession' },
  'read-sandbox-session': { name: 'sandbox.readSession' },
  'verify-sandbox-delivery': {
    name: 'sandbox.verify',
    dryRun: { name: 'sandbox.preflight', reply: 'Preflight' },
  },
  'compile-sandbox-spool': { name: 'sandbox.compile' },
  'read-sandbox-spool': { name: 'sandbox.spools.get', reply: 'Spool' },
  'list-sandbox-spool-events': { name: 'sandbox.spools.events' },
  'accept-sandbox-spool': { name: 'sandbox.spools.accept' },
  'submit-sandbox-evidence': { name: 'sandbox.spools.submitEvidence' },
  'confirm-sandbox-spool': { name: 'sandbox.spools.confirm' },
  'verify-sandbox-spool': {
    name: 'sandbox.spools.verify',
    reply: 'VerifiedSpool',
    dryRun: { name: 'sandbox.spools.previewVerification', reply: 'VerificationPreview' },
  },

  'exchange-key': { name: 'keys.exchange' },
  'read-keys': { name: 'keys.read' },
  'read-key-version': { name: 'keys.readVersion' },
  'read-did-document': { name: 'keys.readDid' },
  'read-log-checkpoint': { name: 'log.checkpoint' },
  'read-log-tile': { name: 'log.tile' },
  'read-demo-log-checkpoint': { name: 'log.demoCheckpoint' },
  'read-demo-log-tile': { name: 'log.demoTile' },

  'search-guide': { name: 'guide.search' },
  'read-error-codes': { name: 'guide.errors' },
  'read-guide-page': { name: 'guide.page' },
  'read-capabilities': { name: 'service.capabilities' },
  'read-health': { name: 'service.health' },
  'read-readiness': { name: 'service.readiness' },
  'show-receipt': { name: 'pages.receipt' },
  'show-spool': { name: 'pages.spool' },
  'show-credits': { name: 'pages.credits' },
  'show-outcome-index': { name: 'pages.outcomeIndex' },
  'show-return': { name: 'pages.return' },
  'show-versions': { name: 'pages.versions' },
}
