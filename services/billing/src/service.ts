import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Environment, packRails } from '@outturn/vocabulary'
import {
  buyPackByMpp,
  buyPackByX402,
  buyVerification,
  chargeAudit,
  chargeCompile,
  checkBillingSums,
  explainAnomaly,
  followPurchase,
  grantCredits,
  listPaymentAnomalies,
  listPayments,
  listStatementEntries,
  listStatements,
  listUsageRows,
  listPurchases,
  listWaitingCharges,
  searchBilling,
  noteRefund,
  priceRun,
  priceWork,
  readPriceList,
  readBalance,
  readBalanceThreshold,
  readKeyCaps,
  readPackLanes,
  readPaymentLanes,
  readTrialBalance,
  readStatement,
  readUsage,
  readUsageReport,
  reconcilePayments,
  publishOutcomeIndex,
  readOutcomeIndex,
  setIndexOptOut,
  reserveRun,
  setAllowance,
  setBalanceThreshold,
  setKeyCap,
  showPayment,
  startCardCheckout,
} from '@outturn/contracts'
import { accountErasure, accountExport, on } from '@outturn/messaging'
import { coalesced, onPool } from '@outturn/postgres'
import { createDatabase } from '@outturn/postgres/typed'
import {
  type BuildContext,
  defineService,
  every,
  type Log,
  type Metrics,
  type SweepPlan,
} from '@outturn/service'
import { accountData } from './store/accounts/account-tables.ts'
import { moneyUnderWay } from './store/accounts/money-under-way.ts'
import { openingsOver } from './adapters/accounts.ts'
import { noLane } from './adapters/no-lane.ts'
import { statementsOver } from './adapters/signing.ts'
import { askRunOutcome, deliveriesOver } from './adapters/spool.ts'
import { billingConfig, mppSettings, priceList, publicUrlOf, workPrices, x402Settings } from './config.ts'
import type { BillingDeps, PackLane } from './deps.ts'
import type { Contribution } from './domain/outcome-index/contribution.ts'
import type { PaymentLane } from './domain/payments/lane.ts'
import type { OutsideBook } from './domain/reconciliation/outside-book.ts'
import { handleBuyPackByX402 } from './handlers/packs/buy-pack-by-x402.ts'
import { handleBuyPackByMpp } from './handlers/packs/buy-pack-by-mpp.ts'
import { handleBuyVerification } from './handlers/buy-verification.ts'
import { handleChargeAudit } from './handlers/charges/charge-audit.ts'
import { handleChargeCompile } from './handlers/charges/charge-compile.ts'
import { handleGrantCredits } from './handlers/grant-credits.ts'
import { handleSearchBilling } from './handlers/search-billing.ts'
import { handleListWaitingCharges } from './handlers/list-waiting-charges.ts'
import { handleExplainAnomaly } from './handlers/payments/explain-anomaly.ts'
import { handleListPaymentAnomalies } from './handlers/payments/list-payment-anomalies.ts'
import { handleListPayments } from './handlers/payments/list-payments.ts'
import { handleNoteRefund } from './handlers/payments/note-refund.ts'
import { handleReconcilePayments } from './handlers/payments/reconcile-payments.ts'
import { handleShowPayment } from './handlers/payments/show-payment.ts'
import { handlePublishOutcomeIndex } from './handlers/outcome-index/publish-outcome-index.ts'
import { handleReadOutcomeIndex } from './handlers/outcome-index/read-outcome-index.ts'
import { handleSetIndexOptOut } from './handlers/outcome-index/set-index-opt-out.ts'
import { handlePriceRun } from './handlers/price-run.ts'
import { handlePriceWork } from './handlers/price-work.ts'
import { handleReadPriceList } from './handlers/read-price-list.ts'
import { handleFollowPurchase } from './handlers/packs/follow-purchase.ts'
import { handleListPurchases } from './handlers/packs/list-purchases.ts'
import { handleReadPackLanes } from './handlers/packs/read-pack-lanes.ts'
import { handleStartCardCheckout } from './handlers/packs/start-card-checkout.ts'
import { handleReadBalance } from './handlers/read-balance.ts'
import { handleReadPaymentLanes } from './handlers/read-payment-lanes.ts'
import { handleReadTrialBalance } from './handlers/read-trial-balance.ts'
import { handleReadUsage } from './handlers/read-usage.ts'
import { handleReserveRun } from './handlers/reserve-run.ts'
import { handleSetAllowance } from './handlers/set-allowance.ts'
import { handleReadBalanceThreshold } from './handlers/spending/read-balance-threshold.ts'
import { handleReadKeyCaps } from './handlers/spending/read-key-caps.ts'
import { handleSetBalanceThreshold } from './handlers/spending/set-balance-threshold.ts'
import { handleSetKeyCap } from './handlers/spending/set-key-cap.ts'
import { handleCheckBillingSums } from './handlers/statements/check-billing-sums.ts'
import { handleListStatementEntries } from './handlers/statements/list-statement-entries.ts'
import { handleListStatements } from './handlers/statements/list-statements.ts'
import { handleReadStatement } from './handlers/statements/read-statement.ts'
import { handleListUsageRows } from './handlers/usage/list-usage-rows.ts'
import { handleReadUsageReport } from './handlers/usage/read-usage-report.ts'
import { onSpoolClosed } from './reactions/spool-closed.ts'
import { onSpoolRunFailed } from './reactions/spool-run-failed.ts'
import { onSpoolVerified } from './reactions/spool-verified.ts'
import { addContributions } from './store/outcome-index/contributions.ts'
import { createFundsMemory } from './store/funds-memory.ts'
import { postRuns, type RunToPost } from './store/post-runs.ts'
import type { Tables } from './store/tables.ts'
import { closeStatements } from './sweepers/close-statements.ts'
import { finishPayments } from './sweepers/finish-payments.ts'
import { publishOutcomeIndexes } from './sweepers/publish-outcome-index.ts'
import { finishReservations } from './sweepers/finish-reservations.ts'
import { reportOpenPurchases, resumePurchases } from './sweepers/resume-purchases.ts'
import { sweepExpiredCreditGrants } from './sweepers/expire-credit-grants.ts'
import { auditLedger, reportLedger, watchLedger } from './sweepers/watch-ledger.ts'
import { watchSpending } from './sweepers/watch-spending.ts'
import { type WaitingTotals, watchCharges } from './sweepers/watch-charges.ts'
import { type OpenPayments, reportPayments, watchPayments } from './sweepers/watch-payments.ts'
import { reportAgreements, sweepReconciliation } from './sweepers/sweep-reconciliation.ts'

export const billingService = defineService({
  name: 'billing',
  config: billingConfig,
  migrations: join(import.meta.dirname, 'store/migrations'),
  build: async (context) => {
    const { environment, config, log, metrics } = context
    const [x402, mpp] = [await laneOf(context), await openMpp(context)]
    const deps = billingDeps(context, {
      x402: x402.lane,
      mpp: mpp.lane,
      books: [x402.book, mpp.book].filter((book) => book !== null),
    })
    const report = reportWaiting(metrics, log, environment)
    const reportFaults = reportLedger(metrics, log, environment)
    const reportPurchases = reportOpenPurchases(metrics, environment)
    const finishing = {
      checkAgainMs: config.OUTTURN_RESERVATION_CHECK_MS,
      giveUpAfterMs: config.OUTTURN_RESERVATION_GIVE_UP_MS,
    }
    return {
      commands: [
        on(readOutcomeIndex, handleReadOutcomeIndex(deps)),
        on(publishOutcomeIndex, handlePublishOutcomeIndex(deps)),
        on(setIndexOptOut, handleSetIndexOptOut(deps)),
        accountExport('billing', deps.pool, accountData),
        ...accountErasure('billing', deps.pool, accountData, {
          blockers: (accountId) => moneyUnderWay(deps.pool, accountId),
        }),
        on(reserveRun, handleReserveRun(deps)),
        on(priceRun, handlePriceRun(deps)),
        on(priceWork, handlePriceWork(deps)),
        on(readPriceList, handleReadPriceList(deps)),
        on(chargeAudit, handleChargeAudit(deps)),
        on(chargeCompile, handleChargeCompile(deps)),
        on(buyPackByMpp, handleBuyPackByMpp(deps)),
        on(buyPackByX402, handleBuyPackByX402(deps)),
        on(readPackLanes, handleReadPackLanes(deps)),
        on(startCardCheckout, handleStartCardCheckout(deps)),
        on(followPurchase, handleFollowPurchase(deps)),
        on(listPurchases, handleListPurchases(deps)),
        on(readBalance, handleReadBalance(deps)),
        on(readUsage, handleReadUsage(deps)),
        on(grantCredits, handleGrantCredits(deps)),
        on(setAllowance, handleSetAllowance(deps)),
        on(readUsageReport, handleReadUsageReport(deps)),
        on(listUsageRows, handleListUsageRows(deps)),
        on(readStatement, handleReadStatement(deps)),
        on(checkBillingSums, handleCheckBillingSums(deps)),
        on(listStatements, handleListStatements(deps)),
        on(listStatementEntries, handleListStatementEntries(deps)),
        on(setKeyCap, handleSetKeyCap(deps)),
        on(readKeyCaps, handleReadKeyCaps(deps)),
        on(setBalanceThreshold, handleSetBalanceThreshold(deps)),
        on(readBalanceThreshold, handleReadBalanceThreshold(deps)),
        on(readTrialBalance, handleReadTrialBalance(deps)),
        on(searchBilling, handleSearchBilling(deps)),
        on(listWaitingCharges, handleListWaitingCharges(deps)),
        on(buyVerification, handleBuyVerification(deps)),
        on(readPaymentLanes, handleReadPaymentLanes(deps)),
        on(listPayments, handleListPayments(deps)),
        on(showPayment, handleShowPayment(deps)),
        on(listPaymentAnomalies, handleListPaymentAnomalies(deps)),
        on(reconcilePayments, handleReconcilePayments(deps)),
        on(noteRefund, handleNoteRefund(deps)),
        on(explainAnomaly, handleExplainAnomaly(deps)),
      ],
      reactions: [onSpoolVerified(deps), onSpoolRunFailed(deps), onSpoolClosed(deps)],
      sweepers: [
        every(5_000, 'finish-reservations', (now) => finishReservations(deps, finishing, now)),
        every(2_000, 'resume-purchases', (now) => resumePurchases(deps, reportPurchases, now)),
        every(300_000, 'watch-ledger', () => watchLedger(deps, reportFaults)),
        every(86_400_000, 'audit-ledger', () => auditLedger(deps, reportFaults)),
        every(30_000, 'watch-charges', (now) => watchCharges(deps, report, now)),
        every(60_000, 'watch-spending', (now) => watchSpending(deps, now)),
        every(60_000, 'publish-outcome-index', (now) => publishOutcomeIndexes(deps, now)),
        every(60_000, 'close-statements', (now) => closeStatements(deps, now)),
        every(60_000, 'expire-credit-grants', (now) => sweepExpiredCreditGrants(deps, now)),
        ...(deps.x402 === noLane
          ? []
          : paymentSweepers(deps, reportPayments(metrics, deps.x402, environment))),
        ...(deps.books.length === 0 ? [] : [bookSweeper(deps, metrics)]),
      ],
      // A chain that cannot be reached keeps nothing else from being served.
      start: async () => void deps.x402.check(),
    }
  },
})

/** Charges that wait, as values that an operator is paged for and as a line of the log whenever there are any. */
function reportWaiting(
  metrics: Metrics,
  log: Log,
  environment: Environment,
): (totals: WaitingTotals) => void {
  let latest: WaitingTotals = { dead_letter: 0, overdue: 0, heldMicros: 0n }
  metrics.observe({
    name: 'charges_waiting',
    help: 'Charges of runs that have not ended: dead letters, and what is held for too long. Above 0 pages an operator.',
    kind: 'gauge',
    labels: ['environment', 'why'],
    read: () => [
      { labels: { environment, why: 'dead_letter' }, value: latest.dead_letter },
      { labels: { environment, why: 'overdue' }, value: latest.overdue },
    ],
  })
  metrics.observe({
    name: 'charges_waiting_micros',
    help: 'What is held for the charges that wait, in micros of a dollar.',
    kind: 'gauge',
    labels: ['environment'],
    read: () => [{ labels: { environment }, value: Number(latest.heldMicros) }],
  })
  return (totals) => {
    latest = totals
    const { dead_letter: deadLetters, overdue, heldMicros } = totals
    if (deadLetters + overdue === 0) return
    log.error(
      { deadLetters, overdue, heldMicros: String(heldMicros) },
      'charges of runs have not ended: `credits waiting` of the operator lists them',
    )
  }
}

/** What sells and what is compared: the lane, and the rail with our records of it. */
type Rail<Lane> = { lane: Lane; book: OutsideBook | null }

/** The sale of packs by card, where this environment has it; its libraries are loaded only there. */
async function openMpp({
  environment,
  config,
  pool,
}: BuildContext<typeof billingConfig.shape>): Promise<Rail<PackLane | null>> {
  const settings = mppSettings(config, environment)
  if (settings === null) return { lane: null, book: null }
  const { openMppLane } = await import('./adapters/mpp-lane.ts')
  const { stripeBook } = await import('./adapters/stripe-book.ts')
  return { lane: openMppLane(settings), book: stripeBook(pool, settings) }
}

/** The lane of a deployment that says whom x402 pays. The demo environment sells nothing. */
async function laneOf({
  environment,
  config,
  log,
  pool,
  bus,
  clock,
}: BuildContext<typeof billingConfig.shape>): Promise<Rail<PaymentLane>> {
  const settings = environment === 'production' ? x402Settings(config) : null
  if (settings === null) return { lane: noLane, book: null }
  // Loaded by those alone that take payments: it brings a client of the chain along.
  const { x402Lane } = await import('./adapters/x402-lane.ts')
  const { x402Book } = await import('./adapters/x402-book.ts')
  return {
    lane: x402Lane(settings, { log, clock, sign: statementsOver(bus, clock, log) }),
    book: x402Book(pool, settings, config.OUTTURN_X402_FINAL_AFTER_BLOCKS),
  }
}

function paymentSweepers(deps: BillingDeps, report: (open: OpenPayments) => void): SweepPlan[] {
  return [
    every(5_000, 'check-payment-lane', () => deps.x402.check()),
    every(5_000, 'finish-payments', (now) => finishPayments(deps, now)),
    every(15_000, 'watch-payments', (now) => watchPayments(deps, report, now)),
  ]
}

function bookSweeper(deps: BillingDeps, metrics: Metrics): SweepPlan {
  const report = reportAgreements(metrics, deps.environment, deps.clock.now())
  return every(60_000, 'reconcile-payments', (now) => sweepReconciliation(deps, report, now))
}

function billingDeps(
  { environment, config, pool, bus, clock, ids, log, metrics }: BuildContext<typeof billingConfig.shape>,
  lanes: Pick<BillingDeps, 'mpp' | 'x402' | 'books'>,
): BillingDeps {
  const { mpp, x402 } = lanes
  const payments = metrics.counter('payments_total', 'Payments that came into a state.', [
    'environment',
    'rail',
    'state',
  ])
  return {
    countPayment: (rail, state) => payments.inc({ environment, rail, state }),
    ...lanes,
    environment,
    terms: {
      prices: priceList(config, environment),
      includedByDefault: {
        verifications: config.OUTTURN_ALLOWANCE_VERIFICATIONS,
        compiles: config.OUTTURN_ALLOWANCE_COMPILES,
      },
      checkAfterMs: config.OUTTURN_RESERVATION_CHECK_MS,
    },
    reload: {
      publicUrl: publicUrlOf(config),
      get packRails() {
        return packRails.filter((rail) => (rail === 'mpp' ? mpp !== null : x402.state() === 'open'))
      },
      network: config.OUTTURN_X402_NETWORK,
    },
    workPrices: workPrices(config),
    pool,
    waitingAfterMs: config.OUTTURN_RESERVATION_GIVE_UP_MS,
    db: createDatabase<Tables>(pool),
    memory: createFundsMemory(),
    newUuid: ids.newUuid,
    contribute: coalesced(
      async (contributions: readonly Contribution[]) => {
        await addContributions(onPool(pool), contributions)
        return contributions.map(() => undefined)
      },
      { lanes: 1 },
    ),
    minAccountAgeDays: config.OUTTURN_OUTCOME_INDEX_MIN_ACCOUNT_AGE_DAYS,
    slug: config.SERVICE_SLUG,
    newPeriodKey: () => randomBytes(32),
    openedAt: openingsOver(bus),
    lowBalanceMicros: BigInt(config.OUTTURN_LOW_BALANCE_MICROS),
    post: coalesced((runs: readonly RunToPost[]) => postRuns(onPool(pool), runs), { lanes: 2 }),
    deliveries: deliveriesOver(bus),
    clock,
    log,
    readOutcome: (runId, now) => askRunOutcome(bus, runId, now),
  }
}
