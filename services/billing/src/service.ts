import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '@outturn/vocabulary'
import {
  buyPackByMpp,
  chargeCompile,
  grantCredits,
  listWaitingCharges,
  priceRun,
  priceWork,
  readBalance,
  readPackLanes,
  readTrialBalance,
  readUsage,
  reserveRun,
  setAllowance,
} from '@outturn/contracts'
import { type Bus, on } from '@outturn/messaging'
import { coalesced, onPool, type Pool } from '@outturn/postgres'
import { createDatabase } from '@outturn/postgres/typed'
import { type Backpressure, defineService, every, type Log, type Metrics } from '@outturn/service'
import { askRunOutcome } from './adapters/spool.ts'
import { type BillingConfig, billingConfig, mppSettings, priceList, workPrices } from './config.ts'
import type { BillingDeps, PackLane } from './deps.ts'
import { handleBuyPackByMpp } from './handlers/buy-pack-by-mpp.ts'
import { handleChargeCompile } from './handlers/charge-compile.ts'
import { handleGrantCredits } from './handlers/grant-credits.ts'
import { handleListWaitingCharges } from './handlers/list-waiting-charges.ts'
import { handlePriceRun } from './handlers/price-run.ts'
import { handlePriceWork } from './handlers/price-work.ts'
import { handleReadPackLanes } from './handlers/read-pack-lanes.ts'
import { handleReadBalance } from './handlers/read-balance.ts'
import { handleReadTrialBalance } from './handlers/read-trial-balance.ts'
import { handleReadUsage } from './handlers/read-usage.ts'
import { handleReserveRun } from './handlers/reserve-run.ts'
import { handleSetAllowance } from './handlers/set-allowance.ts'
import { onSpoolRunFailed } from './reactions/spool-run-failed.ts'
import { onSpoolVerified } from './reactions/spool-verified.ts'
import { createFundsMemory } from './store/funds-memory.ts'
import { postRuns, type RunToPost } from './store/post-runs.ts'
import type { Tables } from './store/tables.ts'
import { finishReservations } from './sweepers/finish-reservations.ts'
import { type OpenPurchases, resumePurchases } from './sweepers/resume-purchases.ts'
import { sweepExpiredCreditGrants } from './sweepers/expire-credit-grants.ts'
import { type WaitingTotals, watchCharges } from './sweepers/watch-charges.ts'

export const billingService = defineService({
  name: 'billing',
  config: billingConfig,
  migrations: join(import.meta.dirname, 'store/migrations'),
  build: async ({ environment, config, pool, bus, log, metrics, backpressure }) => {
    const mpp = await openMpp(config, environment, backpressure)
    const deps = billingDeps(environment, config, pool, bus, mpp)
    const report = reportWaiting(metrics, log, environment)
    const reportPurchases = reportOpenPurchases(metrics, environment)
    const finishing = {
      checkAgainMs: config.OUTTURN_RESERVATION_CHECK_MS,
      giveUpAfterMs: config.OUTTURN_RESERVATION_GIVE_UP_MS,
    }
    return {
      commands: [
        on(reserveRun, handleReserveRun(deps)),
        on(priceRun, handlePriceRun(deps)),
        on(priceWork, handlePriceWork(deps)),
        on(chargeCompile, handleChargeCompile(deps)),
        on(buyPackByMpp, handleBuyPackByMpp(deps)),
        on(readPackLanes, handleReadPackLanes(deps)),
        on(readBalance, handleReadBalance(deps)),
        on(readUsage, handleReadUsage(deps)),
        on(grantCredits, handleGrantCredits(deps)),
        on(setAllowance, handleSetAllowance(deps)),
        on(readTrialBalance, handleReadTrialBalance(deps)),
        on(listWaitingCharges, handleListWaitingCharges(deps)),
      ],
      reactions: [onSpoolVerified(deps), onSpoolRunFailed(deps)],
      sweepers: [
        every(5_000, 'finish-reservations', (now) => finishReservations(deps, finishing, now)),
        every(2_000, 'resume-purchases', (now) => resumePurchases(deps, reportPurchases, now)),
        every(30_000, 'watch-charges', (now) => watchCharges(deps, report, now)),
        every(60_000, 'expire-credit-grants', (now) => sweepExpiredCreditGrants(deps, now)),
      ],
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

/** Purchases of credits that have not ended, as values that an operator is paged for when the oldest grows old. */
function reportOpenPurchases(metrics: Metrics, environment: Environment): (open: OpenPurchases) => void {
  let latest: OpenPurchases = { count: 0, oldestMs: 0 }
  metrics.observe({
    name: 'purchases_open',
    help: 'Credit packs that are paid for and neither granted nor refused.',
    kind: 'gauge',
    labels: ['environment'],
    read: () => [{ labels: { environment }, value: latest.count }],
  })
  metrics.observe({
    name: 'purchases_open_oldest_seconds',
    help: 'Age of the oldest credit pack that is paid for and neither granted nor refused.',
    kind: 'gauge',
    labels: ['environment'],
    read: () => [{ labels: { environment }, value: latest.oldestMs / 1_000 }],
  })
  return (open) => {
    latest = open
  }
}

/**
 * The sale of packs by card, where this environment has it. Its libraries are loaded only there, and hold the event loop up
 * meanwhile: serving before that is over would refuse the first commands as overload.
 */
async function openMpp(
  config: BillingConfig,
  environment: Environment,
  { overloaded }: Backpressure,
): Promise<PackLane | null> {
  const settings = mppSettings(config, environment)
  if (settings === null) return null
  const { openMppLane } = await import('./adapters/mpp-lane.ts')
  for (let looks = 0; looks < mostLooks; looks += 1) {
    await delay(lookAgainMs)
    if (!overloaded()) break
  }
  return openMppLane(settings)
}

/** Longer than between two looks at the event loop, so that the first one sees what the loading did. */
const lookAgainMs = 300
const mostLooks = 10

function billingDeps(
  environment: Environment,
  config: BillingConfig,
  pool: Pool,
  bus: Bus,
  mpp: PackLane | null,
): BillingDeps {
  return {
    mpp,
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
      publicUrl: config.OUTTURN_PUBLIC_URL.replace(/\/$/, ''),
      packRails: mpp === null ? [] : ['mpp'],
    },
    workPrices: workPrices(config),
    pool,
    waitingAfterMs: config.OUTTURN_RESERVATION_GIVE_UP_MS,
    db: createDatabase<Tables>(pool),
    memory: createFundsMemory(),
    post: coalesced((runs: readonly RunToPost[]) => postRuns(onPool(pool), runs), { lanes: 2 }),
    readOutcome: (runId, now) => askRunOutcome(bus, runId, now),
  }
}
