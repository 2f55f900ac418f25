import { createKeyedMutex } from '@outturn/concurrency'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  listClaims,
  approveDiscrepancyClose,
  dismissDiscrepancy,
  inspectDiscrepancy,
  listDiscrepancyCloses,
  listOpenDiscrepancies,
  requestDiscrepancyClose,
  findDiscrepanciesAbout,
  listDiscrepancies,
  listMatches,
  matchSpoolClaims,
  readClaimMatches,
  readInvitedSlot,
  readClaims,
  listDisputes,
  openDiscrepancy,
  readDiscrepancy,
  resolveDiscrepancy,
  listAccountSpools,
  nameSpools,
  searchSpools,
  explainActions,
  abandonSpool,
  addDisputeStatement,
  acceptSpool,
  amendSpool,
  appraiseDelivery,
  assignParty,
  cancelSpool,
  commitSpool,
  completeSpool,
  confirmSandboxSpool,
  createSpool,
  declineSpool,
  inviteCounterparty,
  issueRunReceipt,
  listRecentSpools,
  listSpoolEvents,
  listSpools,
  openDispute,
  readDispute,
  readDisputeHold,
  bindSource,
  readFactTargets,
  readHold,
  readOwnSide,
  repeatWithdrawal,
  requestReview,
  readReview,
  listReviews,
  consentToReview,
  withdrawReview,
  mailReviewCode,
  decideReview,
  readReviewPage,
  readReviewEvidence,
  onboardProvider,
  previewDelivery,
  previewVerification,
  proposeSpool,
  quoteSpool,
  readEvidence,
  readEvidenceContent,
  readSuppliedContent,
  readQuote,
  readRunInput,
  readRunOutcome,
  readSpool,
  submitEvidence,
  readSettlementGrant,
  readSettlementGrantTemplate,
  submitSettlementGrant,
  submitSettlementSignatures,
  recordClaims,
  recordDisputeResult,
  recordExternalResult,
  respondToDispute,
  supersedeReceipt,
  verifyDelivery,
  verifySpool,
  withdrawDispute,
  withdrawEvidence,
} from '@outturn/contracts'
import { accountExport, on, ownTurn } from '@outturn/messaging'
import { openMailTransport } from '@outturn/mail'
import { coalesced } from '@outturn/postgres'
import {
  type BuildContext,
  defineService,
  every,
  type Metrics,
  observeLimiter,
  type ServiceInstance,
} from '@outturn/service'
import { accountData } from './store/retention/account-tables.ts'
import { spoolConfig } from './config.ts'
import { createWorkbookReader } from './adapters/workbook-reader.ts'
import { createRunPlaces, type NotePlace } from './adapters/run-places.ts'
import { createSigningGate } from './adapters/signing.ts'
import { assertTakesJobs } from './adapters/verification.ts'
import type { SpoolDeps } from './deps.ts'
import { handleAcceptSpool } from './handlers/changes/accept-spool.ts'
import { handleAmendSpool } from './handlers/changes/amend-spool.ts'
import { handleAssignParty } from './handlers/changes/assign-party.ts'
import { handleCancelSpool } from './handlers/changes/cancel-spool.ts'
import { handleCommitSpool } from './handlers/changes/commit-spool.ts'
import { handleCreateSpool } from './handlers/changes/create-spool.ts'
import { handleInviteCounterparty } from './handlers/changes/invite-counterparty.ts'
import { handleConfirmConditions } from './handlers/runs/confirm-conditions.ts'
import { handleIssueRunReceipt } from './handlers/runs/issue-run-receipt.ts'
import { handleAddDisputeStatement } from './handlers/disputes/add-dispute-statement.ts'
import { handleRecordDisputeResult } from './handlers/disputes/record-dispute-result.ts'
import { handleRespondToDispute } from './handlers/disputes/respond-to-dispute.ts'
import { handleWithdrawDispute } from './handlers/disputes/withdraw-dispute.ts'
import { handleApproveDiscrepancyClose } from './handlers/discrepancies/approve-discrepancy-close.ts'
import { handleListOpenDiscrepancies } from './handlers/discrepancies/list-open-discrepancies.ts'
import { handleInspectDiscrepancy } from './handlers/discrepancies/inspect-discrepancy.ts'
import { handleListDiscrepancyCloses } from './handlers/discrepancies/list-discrepancy-closes.ts'
import { handleRequestDiscrepancyClose } from './handlers/discrepancies/request-discrepancy-close.ts'
import { handleDismissDiscrepancy } from './handlers/discrepancies/dismiss-discrepancy.ts'
import { handleResolveDiscrepancy } from './handlers/discrepancies/resolve-discrepancy.ts'
import { handleFindDiscrepanciesAbout } from './handlers/discrepancies/find-discrepancies-about.ts'
import { handleListDiscrepancies } from './handlers/discrepancies/list-discrepancies.ts'
import { handleOpenDiscrepancy } from './handlers/discrepancies/open-discrepancy.ts'
import { handleReadDiscrepancy } from './handlers/discrepancies/read-discrepancy.ts'
import { handleOpenDispute } from './handlers/disputes/open-dispute.ts'
import { handleReadDispute } from './handlers/disputes/read-dispute.ts'
import { handleReadDisputeHold } from './handlers/disputes/read-dispute-hold.ts'
import { handleReadHold } from './handlers/disputes/read-hold.ts'
import { handleBindSource } from './handlers/facts/bind-source.ts'
import { handleReadFactTargets } from './handlers/facts/read-fact-targets.ts'
import { handleReadOwnSide } from './handlers/facts/read-own-side.ts'
import { handleRequestReview } from './handlers/reviews/request-review.ts'
import { handleConsentToReview } from './handlers/reviews/consent-to-review.ts'
import { handleWithdrawReview } from './handlers/reviews/withdraw-review.ts'
import { handleListReviews } from './handlers/reviews/list-reviews.ts'
import { handleReadReview } from './handlers/reviews/read-review.ts'
import { handleDecideReview } from './handlers/reviews/decide-review.ts'
import { handleReadReviewEvidence } from './handlers/reviews/read-review-evidence.ts'
import { handleReadReviewPage } from './handlers/reviews/read-review-page.ts'
import { handleMailReviewCode } from './handlers/reviews/mail-review-code.ts'
import { relayReviewMails } from './flows/reviews/review-mails.ts'
import { createReviewSecrets } from './flows/reviews/review-secrets.ts'
import { handleListEvents } from './handlers/reads/list-events.ts'
import { handleExplainActions } from './handlers/reads/explain-actions.ts'
import { handleNameSpools } from './handlers/search/name-spools.ts'
import { handleSearchSpools } from './handlers/search/search-spools.ts'
import { handleListAccountSpools } from './handlers/reads/list-account-spools.ts'
import { handleListDisputes } from './handlers/disputes/list-disputes.ts'
import { handleListRecentSpools } from './handlers/reads/list-recent-spools.ts'
import { handleListSpools } from './handlers/reads/list-spools.ts'
import { handleAppraiseDelivery } from './handlers/runs/appraise-delivery.ts'
import { handlePreviewDelivery } from './handlers/runs/preview-delivery.ts'
import { handlePreviewVerification } from './handlers/runs/preview-verification.ts'
import { handleQuoteSpool } from './handlers/changes/quote-spool.ts'
import { handleRecordClaims } from './handlers/claims/record-claims.ts'
import { handleListMatches } from './handlers/claims/list-matches.ts'
import { handleMatchClaims } from './handlers/claims/match-claims.ts'
import { handleReadInvitedSlot } from './handlers/reads/read-invited-slot.ts'
import { handleReadClaimMatches } from './handlers/claims/read-claim-matches.ts'
import { handleReadClaims } from './handlers/claims/read-claims.ts'
import { handleListClaims } from './handlers/claims/list-claims.ts'
import { handleReadEvidence } from './handlers/reads/read-evidence.ts'
import { handleReadEvidenceContent } from './handlers/reads/read-evidence-content.ts'
import { handleReadQuote } from './handlers/reads/read-quote.ts'
import { handleReadRunInput } from './handlers/reads/read-run-input.ts'
import { handleReadRunOutcome } from './handlers/reads/read-run-outcome.ts'
import { handleReadSuppliedContent } from './handlers/reads/read-supplied-content.ts'
import { handleReadSpool } from './handlers/reads/read-spool.ts'
import { handleRecordExternalResult } from './handlers/changes/record-external-result.ts'
import { handleOnboardProvider } from './handlers/changes/onboard-provider.ts'
import { handleReadSettlementGrant } from './handlers/reads/read-settlement-grant.ts'
import { handleReadSettlementGrantTemplate } from './handlers/reads/read-settlement-grant-template.ts'
import { handleSubmitSettlementGrant } from './handlers/changes/submit-settlement-grant.ts'
import { handleSubmitSettlementSignatures } from './handlers/changes/submit-settlement-signatures.ts'
import { expireDueSpools } from './sweepers/expire-due.ts'
import { handleSubmitEvidence } from './handlers/changes/submit-evidence.ts'
import { handleTakeAction } from './handlers/changes/take-action.ts'
import { handleSupersedeReceipt } from './handlers/runs/supersede-receipt.ts'
import { accountErasure } from './flows/retention/erase-account.ts'
import { handleRepeatWithdrawal } from './handlers/retention/repeat-withdrawal.ts'
import { handleWithdrawEvidence } from './handlers/retention/withdraw-evidence.ts'
import { handleVerifyDelivery } from './handlers/runs/verify-delivery.ts'
import { handleVerifySpool } from './handlers/runs/verify-spool.ts'
import { spoolHashes } from './flows/hashes.ts'
import { notesOfFailures } from './flows/lease.ts'
import { forgetDueReplies } from './flows/retention/withdrawn-replies.ts'
import { renewDriven } from './sweepers/renew-leases.ts'
import { driveAbandonedProcesses } from './sweepers/take-over-runs.ts'
import { onPayoutsChanged } from './reactions/payouts-changed.ts'
import { onSettlementChanged } from './reactions/settlement-changed.ts'
import { onReceiptStatusChanged } from './reactions/receipt-status-changed.ts'
import { createContentSweep } from './sweepers/withdraw-old-contents.ts'
import { forgetMailCounts } from './store/casework/mail-store.ts'
import { forgetPreviews } from './store/preview-store.ts'
import { commitSpools } from './store/commit-spool.ts'
import { weightOf } from './store/commit-weight.ts'

/** One commit in flight at a time: under load the next ones go together, which costs less than a second lane. */
const lanes = 1

export const spoolService = defineService({
  name: 'spool',
  config: spoolConfig,
  migrations: join(import.meta.dirname, 'store/migrations'),
  build: buildSpool,
})

function buildSpool({
  environment,
  config,
  pool,
  bus,
  relay,
  clock,
  ids,
  log,
  metrics,
}: BuildContext<typeof spoolConfig.shape>): ServiceInstance {
  const refused = metrics.counter(
    'runs_refused_total',
    'Verifications that were refused because they would cost too much, by the limit that they were over.',
    ['limit'],
  )
  const workbooks = createWorkbookReader()
  const deps: SpoolDeps = {
    environment,
    slug: config.SERVICE_SLUG,
    publicUrl: config.OUTTURN_PUBLIC_URL,
    pool,
    bus,
    relay,
    clock,
    ids,
    log,
    hashes: spoolHashes(config.SERVICE_SLUG),
    tableReaders: { pause: ownTurn, workbook: workbooks.read },
    randomBytes,
    driven: new Map(),
    ...createSigningGate({ bus, clock }, () => assertTakesJobs({ bus })),
    failures: notesOfFailures(),
    reviewSecrets: createReviewSecrets(config.OUTTURN_REVIEW_KEY),
    mail: openMailTransport({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }),
    places: createRunPlaces(notePlaces(metrics), (lane, runs) =>
      observeLimiter(metrics, `runs_${lane}`, runs),
    ),
    countRefusedRun: (limit) => refused.inc({ limit }),
    // The next task does not wait longer for one that hangs: the mutex saves retries, and the version keeps what is right.
    spoolMutex: createKeyedMutex({ maxHoldMs: 1_000 }),
    pageMutex: createKeyedMutex({ maxHoldMs: 1_000 }),
    commit: coalesced((commits) => commitSpools(pool, commits), { lanes, weightOf }),
  }
  return {
    commands: [
      on(verifyDelivery, handleVerifyDelivery(deps)),
      on(previewDelivery, handlePreviewDelivery(deps)),
      on(appraiseDelivery, handleAppraiseDelivery(deps)),
      on(createSpool, handleCreateSpool(deps)),
      on(proposeSpool, handleTakeAction(deps, proposeSpool, 'propose')),
      on(acceptSpool, handleAcceptSpool(deps)),
      on(declineSpool, handleTakeAction(deps, declineSpool, 'decline')),
      on(amendSpool, handleAmendSpool(deps)),
      on(quoteSpool, handleQuoteSpool(deps)),
      on(readQuote, handleReadQuote(deps)),
      on(cancelSpool, handleCancelSpool(deps)),
      on(abandonSpool, handleTakeAction(deps, abandonSpool, 'abandon')),
      on(commitSpool, handleCommitSpool(deps)),
      on(submitSettlementSignatures, handleSubmitSettlementSignatures(deps)),
      on(submitSettlementGrant, handleSubmitSettlementGrant(deps)),
      on(readSettlementGrant, handleReadSettlementGrant(deps)),
      on(readSettlementGrantTemplate, handleReadSettlementGrantTemplate(deps)),
      on(onboardProvider, handleOnboardProvider(deps)),
      on(submitEvidence, handleSubmitEvidence(deps)),
      on(confirmSandboxSpool, handleConfirmConditions(deps)),
      on(verifySpool, handleVerifySpool(deps)),
      on(previewVerification, handlePreviewVerification(deps)),
      on(supersedeReceipt, handleSupersedeReceipt(deps)),
      on(openDispute, handleOpenDispute(deps)),
      on(readDispute, handleReadDispute(deps)),
      on(withdrawDispute, handleWithdrawDispute(deps)),
      on(respondToDispute, handleRespondToDispute(deps)),
      on(recordDisputeResult, handleRecordDisputeResult(deps)),
      on(addDisputeStatement, handleAddDisputeStatement(deps)),
      on(readDisputeHold, handleReadDisputeHold(deps)),
      on(readHold, handleReadHold(deps)),
      on(bindSource, handleBindSource(deps)),
      on(readOwnSide, handleReadOwnSide(deps)),
      on(readFactTargets, handleReadFactTargets(deps)),
      on(openDiscrepancy, handleOpenDiscrepancy(deps)),
      on(listDiscrepancies, handleListDiscrepancies(deps)),
      on(findDiscrepanciesAbout, handleFindDiscrepanciesAbout(deps)),
      on(readDiscrepancy, handleReadDiscrepancy(deps)),
      on(resolveDiscrepancy, handleResolveDiscrepancy(deps)),
      on(dismissDiscrepancy, handleDismissDiscrepancy(deps)),
      on(requestDiscrepancyClose, handleRequestDiscrepancyClose(deps)),
      on(approveDiscrepancyClose, handleApproveDiscrepancyClose(deps)),
      on(listDiscrepancyCloses, handleListDiscrepancyCloses(deps)),
      on(listOpenDiscrepancies, handleListOpenDiscrepancies(deps)),
      on(inspectDiscrepancy, handleInspectDiscrepancy(deps)),
      on(requestReview, handleRequestReview(deps)),
      on(readReview, handleReadReview(deps)),
      on(listReviews, handleListReviews(deps)),
      on(consentToReview, handleConsentToReview(deps)),
      on(withdrawReview, handleWithdrawReview(deps)),
      on(mailReviewCode, handleMailReviewCode(deps)),
      on(decideReview, handleDecideReview(deps)),
      on(readReviewPage, handleReadReviewPage(deps)),
      on(readReviewEvidence, handleReadReviewEvidence(deps)),
      on(recordExternalResult, handleRecordExternalResult(deps)),
      on(recordClaims, handleRecordClaims(deps)),
      on(listClaims, handleListClaims(deps)),
      on(readClaims, handleReadClaims(deps)),
      on(readInvitedSlot, handleReadInvitedSlot(deps)),
      on(readClaimMatches, handleReadClaimMatches(deps)),
      on(matchSpoolClaims, handleMatchClaims(deps)),
      on(listMatches, handleListMatches(deps)),
      on(completeSpool, handleTakeAction(deps, completeSpool, 'complete')),
      on(inviteCounterparty, handleInviteCounterparty(deps)),
      on(assignParty, handleAssignParty(deps)),
      on(readSpool, handleReadSpool(deps)),
      on(listSpools, handleListSpools(deps)),
      on(listSpoolEvents, handleListEvents(deps)),
      on(listRecentSpools, handleListRecentSpools(deps)),
      on(listAccountSpools, handleListAccountSpools(deps)),
      on(listDisputes, handleListDisputes(deps)),
      on(nameSpools, handleNameSpools(deps)),
      on(searchSpools, handleSearchSpools(deps)),
      on(explainActions, handleExplainActions(deps)),
      on(readRunInput, handleReadRunInput(deps)),
      on(readRunOutcome, handleReadRunOutcome(deps)),
      on(issueRunReceipt, handleIssueRunReceipt(deps)),
      on(readEvidence, handleReadEvidence(deps)),
      on(readSuppliedContent, handleReadSuppliedContent(deps)),
      on(readEvidenceContent, handleReadEvidenceContent(deps)),
      on(withdrawEvidence, handleWithdrawEvidence(deps)),
      on(repeatWithdrawal, handleRepeatWithdrawal(deps)),
      accountExport('spool', pool, accountData),
      ...accountErasure(deps),
    ],
    reactions: [onReceiptStatusChanged(deps), onSettlementChanged(deps), onPayoutsChanged(deps)],
    sweepers: [
      every(1_000, 'leases', (now) => renewDriven(deps, now)),
      every(1_000, 'abandoned-processes', (now) => driveAbandonedProcesses(deps, now)),
      every(5_000, 'timers', (now) => expireDueSpools(deps, now)),
      every(10_000, 'withdrawn-replies', () => forgetDueReplies(deps)),
      ...(config.EVIDENCE_RETENTION_DAYS > 0
        ? [every(10_000, 'old-contents', createContentSweep(deps, config.EVIDENCE_RETENTION_DAYS))]
        : []),
      every(1_000, 'review-mails', (now) => relayReviewMails(deps, now)),
      every(3_600_000, 'forget-previews', (now) => forgetPreviews(deps.pool, now.toISOString().slice(0, 10))),
      every(3_600_000, 'forget-mail-counts', (now) =>
        forgetMailCounts(deps.pool, now.toISOString().slice(0, 10)),
      ),
    ],
    stop: async () => {
      deps.mail?.close()
      await workbooks.stop()
    },
  }
}

function notePlaces(metrics: Metrics): NotePlace {
  const asked = metrics.counter(
    'runs_placed_total',
    'Runs that asked for a place of their account in a lane, by whether they waited and how that ended.',
    ['lane', 'waited', 'end'],
  )
  const waits = metrics.duration(
    'run_place_wait_seconds',
    'Time that runs waited behind others of their account before they were sent to a worker or told to ask again, by lane.',
    ['lane'],
  )
  return (lane, waitedMs, end) => {
    asked.inc({ lane, waited: waitedMs > 0 ? 'yes' : 'no', end })
    if (waitedMs > 0) waits.observe({ lane }, waitedMs / 1_000)
  }
}
