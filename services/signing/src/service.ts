import { join } from 'node:path'
import {
  approveErasure,
  approveRecovery,
  listErasures,
  requestErasure,
  importReceipt,
  readLogFloor,
  readLostTime,
  recoverLog,
  requestRecovery,
  approveRevocation,
  findReceiptOfRun,
  readDocumentsOfRun,
  issueReceipt,
  listRevocations,
  listSigningKeys,
  listReceipts,
  readAttestation,
  readKeyDocument,
  readLogCheckpoint,
  readLogTile,
  readPublicReceipt,
  readReceiptFile,
  readReceipt,
  signAuditStatement,
  signBundle,
  readReceiptStatus,
  readRootSignature,
  readSigningState,
  receiptExports,
  recordConsumption,
  recordRootSignature,
  requestRevocation,
  retireSigningKey,
  revokeSigningKey,
  rotateSigningKey,
  searchSigning,
  signPaymentStatements,
  verifyAttestation,
} from '@outturn/contracts'
import { accountErasure, accountExport, on } from '@outturn/messaging'
import { createDatabase } from '@outturn/postgres/typed'
import { type BuildContext, defineService, every, NotReady, type ServiceInstance } from '@outturn/service'
import { accountData } from './store/accounts/account-tables.ts'
import { holdsOver } from './adapters/spool.ts'
import { keySourceOf, signingConfig } from './config.ts'
import type { SigningDeps } from './deps.ts'
import {
  adviceOnMissingKeys,
  describeMissingKeys,
  type MissingKey,
  missingForVerification,
} from './domain/keys/missing-keys.ts'
import { handleApproveRecovery } from './handlers/recovery/approve-recovery.ts'
import { handleImportReceipt } from './handlers/recovery/import-receipt.ts'
import { handleReadLogFloor } from './handlers/recovery/read-log-floor.ts'
import { handleReadLostTime } from './handlers/recovery/read-lost-time.ts'
import { handleRecoverLog } from './handlers/recovery/recover-log.ts'
import { handleRequestRecovery } from './handlers/recovery/request-recovery.ts'
import { handleApproveRevocation } from './handlers/revocations/approve-revocation.ts'
import { handleExportReceipt } from './handlers/receipts/export-receipt.ts'
import { handleFindReceiptOfRun } from './handlers/receipts/find-receipt-of-run.ts'
import { handleReadDocumentsOfRun } from './handlers/receipts/read-documents-of-run.ts'
import { handleIssueReceipt } from './handlers/receipts/issue-receipt.ts'
import { handleListKeys } from './handlers/keys/list-keys.ts'
import { handleListReceipts } from './handlers/receipts/list-receipts.ts'
import { handleSearchSigning } from './handlers/receipts/search-signing.ts'
import { handleListRevocations } from './handlers/revocations/list-revocations.ts'
import { handleReadAttestation } from './handlers/receipts/read-attestation.ts'
import { handleReadKeyDocument } from './handlers/keys/read-key-document.ts'
import { handleReadLogCheckpoint } from './handlers/log/read-log-checkpoint.ts'
import { handleReadLogTile } from './handlers/log/read-log-tile.ts'
import { handleReadPublicReceipt } from './handlers/receipts/read-public-receipt.ts'
import { handleReadReceiptFile } from './handlers/receipts/read-receipt-file.ts'
import { handleReadReceipt } from './handlers/receipts/read-receipt.ts'
import { handleReadReceiptStatus } from './handlers/receipts/read-receipt-status.ts'
import { handleReadRootSignature } from './handlers/keys/read-root-signature.ts'
import { handleReadSigningState } from './handlers/keys/read-signing-state.ts'
import { handleRecordRootSignature } from './handlers/keys/record-root-signature.ts'
import { handleRecordConsumption } from './handlers/receipts/record-consumption.ts'
import { handleRequestRevocation } from './handlers/revocations/request-revocation.ts'
import { handleRetireKey } from './handlers/keys/retire-key.ts'
import { handleRevokeKey } from './handlers/keys/revoke-key.ts'
import { handleRotateKey } from './handlers/keys/rotate-key.ts'
import { handleSignPaymentStatements } from './handlers/payments/sign-payment-statements.ts'
import { handleSignAuditStatement } from './handlers/audits/sign-audit-statement.ts'
import { handleSignBundle } from './handlers/receipts/sign-bundle.ts'
import { handleVerifyAttestation } from './handlers/receipts/verify-attestation.ts'
import { onSettlementChanged } from './reactions/settlement-changed.ts'
import { onSpoolDisputeChanged } from './reactions/spool-dispute-changed.ts'
import { onSpoolEvidenceWithdrawn } from './reactions/spool-evidence-withdrawn.ts'
import { onSpoolReviewChanged } from './reactions/spool-review-changed.ts'
import { erasingServicesOver } from './adapters/erasing-services.ts'
import { erasureFilesIn } from './adapters/erasure-files.ts'
import { createErasureList } from './flows/erasures/erasure-list.ts'
import { adviceOnMissing, describeMissing } from './flows/erasures/missing-erasures.ts'
import { handleApproveErasure } from './handlers/erasures/approve-erasure.ts'
import { handleListErasures } from './handlers/erasures/list-erasures.ts'
import { handleRequestErasure } from './handlers/erasures/request-erasure.ts'
import { floorFilesIn } from './adapters/floor-files.ts'
import { createLogFloorKeeper } from './flows/floor/log-floor-keeper.ts'
import { adviceOnRestored, describeRestored } from './flows/floor/restored.ts'
import { createKeyRing } from './flows/key-ring.ts'
import { watchRootSignature } from './sweepers/watch-root-signature.ts'
import { createTransparencyLog } from './flows/log/transparency-log.ts'
import { watchLog } from './flows/log/watch-log.ts'
import { createStatusProver } from './flows/status-prover.ts'
import { createReceiptRecorder } from './store/receipt-store.ts'
import type { Tables } from './store/tables.ts'

/** Who leaves a leaf for the log asks for a turn soon; this one makes up for a turn that failed and for a process that ended. */
const logIntervalMs = 5_000

/** An erasure begins within this time after its approval. */
const erasureIntervalMs = 1_000

/** What was changed elsewhere is known here after this time, and some jitter; a key that ended signs nothing even before. */
const ringRefreshMs = 5_000

export const signingService = defineService({
  name: 'signing',
  config: signingConfig,
  migrations: join(import.meta.dirname, 'store/migrations'),
  build: buildSigning,
})

function buildSigning({
  bus,
  environment,
  config,
  pool,
  relay,
  ids,
  clock,
  log,
  metrics,
}: BuildContext<typeof signingConfig.shape>): ServiceInstance {
  const slug = config.SERVICE_SLUG
  const publicUrl = config.OUTTURN_PUBLIC_URL
  const source = keySourceOf(environment, config)
  const directory = config.OUTTURN_LOG_FLOOR_DIR ?? config.OUTTURN_SIGNING_KEYS_DIR
  const files = directory === undefined ? null : floorFilesIn(directory, environment)
  const floor = createLogFloorKeeper({ pool, environment, files, clock, log })
  const { assertNotRestored } = floor
  const services = erasingServicesOver(bus)
  const erasures = createErasureList({
    services,
    pool,
    data: accountData,
    files: directory === undefined ? null : erasureFilesIn(directory, environment),
    clock,
    ids,
    log,
  })
  const keys = createKeyRing({ environment, slug, publicUrl, pool, source, clock, log, assertNotRestored })
  const transparencyLog = createTransparencyLog({
    pool,
    environment,
    publicUrl,
    slug,
    floor,
    countedKeyIds: () => keys.logKeyIds(),
    signer: () => keys.confirmed.log,
    clock,
    log,
  })
  const deps: SigningDeps = {
    environment,
    slug,
    publicUrl,
    pool,
    db: createDatabase<Tables>(pool),
    relay,
    ids,
    clock,
    attestationTtlMs: config.OUTTURN_ATTESTATION_TTL_SECONDS * 1_000,
    isOff: config.OUTTURN_SIGNING === 'off',
    keys,
    floor,
    services,
    erasures,
    signers: keys.confirmed,
    keyLeadMs: config.OUTTURN_KEY_LEAD_SECONDS * 1_000,
    proveStatus: createStatusProver({ slug, signer: () => keys.confirmed.status, log }),
    recordReceipt: createReceiptRecorder(pool, () => floor.passed()),
    transparencyLog,
    holdsOf: holdsOver(bus),
  }
  metrics.observe({
    name: 'signing_keys_missing',
    help: 'Purposes that nothing is signed for, because no key is active or loaded. Above 0 pages an operator.',
    kind: 'gauge',
    labels: ['environment'],
    read: () => [{ labels: { environment }, value: deps.isOff ? 0 : keys.missing().length }],
  })
  metrics.observe({
    name: 'restored',
    help: '1 while the database has less of the log than was given out, so that nothing is signed. Above 0 pages an operator.',
    kind: 'gauge',
    labels: ['environment'],
    read: () => [
      { labels: { environment }, value: !deps.isOff && floor.last()?.kind === 'restored' ? 1 : 0 },
    ],
  })
  metrics.observe({
    name: 'key_age_seconds',
    help: 'Time for which the active key of a purpose has signed.',
    kind: 'gauge',
    labels: ['environment', 'purpose'],
    read: () =>
      keys.ages().map(({ purpose, seconds }) => ({ labels: { environment, purpose }, value: seconds })),
  })
  const rootSignature = watchRootSignature(metrics, deps)
  return {
    commands: [
      on(issueReceipt, handleIssueReceipt(deps)),
      on(findReceiptOfRun, handleFindReceiptOfRun(deps)),
      on(readDocumentsOfRun, handleReadDocumentsOfRun(deps)),
      on(readAttestation, handleReadAttestation(deps)),
      on(readReceipt, handleReadReceipt(deps)),
      on(listReceipts, handleListReceipts(deps)),
      accountExport('signing', pool, accountData),
      on(searchSigning, handleSearchSigning(deps)),
      on(signAuditStatement, handleSignAuditStatement(deps)),
      on(signBundle, handleSignBundle(deps)),
      on(signPaymentStatements, handleSignPaymentStatements(deps)),
      ...receiptExports.map((each) => on(each.query, handleExportReceipt(deps, each))),
      on(readPublicReceipt, handleReadPublicReceipt(deps)),
      on(readReceiptFile, handleReadReceiptFile(deps)),
      on(readReceiptStatus, handleReadReceiptStatus(deps)),
      on(verifyAttestation, handleVerifyAttestation(deps)),
      on(readKeyDocument, handleReadKeyDocument(deps)),
      on(readLogCheckpoint, handleReadLogCheckpoint(deps)),
      on(readLogTile, handleReadLogTile(deps)),
      on(rotateSigningKey, handleRotateKey(deps)),
      on(retireSigningKey, handleRetireKey(deps)),
      on(revokeSigningKey, handleRevokeKey(deps)),
      on(listSigningKeys, handleListKeys(deps)),
      on(readSigningState, handleReadSigningState(deps)),
      on(recordRootSignature, handleRecordRootSignature(deps)),
      on(readRootSignature, handleReadRootSignature(deps)),
      on(recordConsumption, handleRecordConsumption(deps)),
      on(requestRevocation, handleRequestRevocation(deps)),
      on(approveRevocation, handleApproveRevocation(deps)),
      on(listRevocations, handleListRevocations(deps)),
      on(readLogFloor, handleReadLogFloor(deps)),
      on(requestRecovery, handleRequestRecovery(deps)),
      on(approveRecovery, handleApproveRecovery(deps)),
      on(recoverLog, handleRecoverLog(deps)),
      on(importReceipt, handleImportReceipt(deps)),
      on(readLostTime, handleReadLostTime(deps)),
      on(requestErasure, handleRequestErasure(deps)),
      on(approveErasure, handleApproveErasure(deps)),
      on(listErasures, handleListErasures(deps)),
      ...accountErasure('signing', pool, accountData),
    ],
    reactions: [
      onSettlementChanged(deps),
      onSpoolDisputeChanged(deps),
      onSpoolEvidenceWithdrawn(deps),
      onSpoolReviewChanged(deps),
    ],
    sweepers: [
      every(ringRefreshMs, 'key-ring', () => keys.refresh()),
      every(erasureIntervalMs, 'erasures', () => erasures.apply()),
      every(logIntervalMs, 'transparency-log', () => transparencyLog.sequence()),
      watchLog({ metrics, environment, pool, clock }),
      rootSignature,
    ],
    readiness: {
      erasures: () => requireErasures(deps),
      signing_keys: () => requireKeys(deps, (missing) => missing),
      log_floor: () => requireFloor(deps).then(() => requireWritableFloor(deps)),
    },
    needs: [
      { part: 'store', reason: 'erasures_missing', check: () => requireErasures(deps) },
      {
        part: 'signing_keys',
        reason: 'signing_not_configured',
        check: () => requireKeys(deps, missingForVerification),
      },
      { part: 'log', reason: 'restored_from_backup', check: () => requireFloor(deps) },
      { part: 'log', reason: 'log_floor_unwritable', check: () => requireWritableFloor(deps) },
    ],
    async start() {
      await erasures.check()
      await keys.start()
      await transparencyLog.start()
      transparencyLog.nudge()
      const missing = keys.missing()
      if (missing.length > 0 && !deps.isOff) {
        log.error({ missing, advice: adviceOnMissingKeys(environment, missing) }, 'keys are missing')
      }
    },
    stop: () => transparencyLog.nudge.stop(),
  }
}

/** Rejects while the database is a restored one, with what the operator does about it. */
async function requireFloor({ floor, environment, isOff }: SigningDeps): Promise<void> {
  if (isOff) return
  const state = await floor.check()
  if (state.kind === 'restored') {
    throw new NotReady(
      `${describeRestored(state)} Nothing is signed; reads are answered.`,
      adviceOnRestored(environment, state),
    )
  }
}

/** Rejects while a restored database has what was erased, so that no traffic is sent to this deployment. */
async function requireErasures({ erasures }: SigningDeps): Promise<void> {
  const missing = erasures.missing()
  if (missing !== null) throw new NotReady(describeMissing(missing), adviceOnMissing(missing))
}

/** Rejects while what is given out cannot be written to the floor first. */
async function requireWritableFloor({ floor, isOff }: SigningDeps): Promise<void> {
  const refusal = isOff ? null : floor.findRefusal()
  if (refusal?.options.reason !== 'log_floor_unwritable') return
  throw new NotReady(refusal.message, refusal.options.remediation ?? '')
}

/** Rejects while one of the keys is missing that are needed, with what the operator does about it. */
async function requireKeys(
  { keys, environment, isOff }: SigningDeps,
  needed: (missing: readonly MissingKey[]) => readonly MissingKey[],
): Promise<void> {
  if (isOff) return
  await keys.refresh()
  const missing = needed(keys.missing())
  if (missing.length === 0) return
  throw new NotReady(describeMissingKeys(environment, missing), adviceOnMissingKeys(environment, missing))
}
