import { join } from 'node:path'
import type { Environment } from '@outturn/vocabulary'
import {
  chargeCompile,
  grantCredits,
  listWaitingCharges,
  priceRun,
  priceWork,
  readBalance,
  readTrialBalance,
  readUsage,
  reserveRun,
  setAllowance,
} from '@outturn/contracts'
import { type Bus, on } from '@outturn/messaging'
import { coalesced, onPool, type Pool } from '@outturn/postgres'
import { createDatabase } from '@outturn/postgres/typed'
import { defineService, every, type Log, type Metrics } from '@outturn/service'
import { askRunOutcome } from './adapters/spool.ts'
import { type BillingConfig, billingConfig, priceList, workPrices } from './config.ts'
import type { BillingDeps } from './deps.ts'
import { handleChargeCompile } from './handlers/charge-compile.ts'
import { handleGrantCredits } from './handlers/grant-credits.ts'
import { handleListWaitingCharges } from './handlers/list-waiting-charges.ts'
import { handlePriceRun } from './handlers/price-run.ts'
import { handlePriceWork } from './handlers/price-work.ts'
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
import { sweepExpiredCreditGrants } from './sweepers/expire-credit-grants.ts'
import { type WaitingTotals, watchCharges } from './sweepers/watch-charges.ts'

export const billingService = defineService({
  name: 'billing',
  config: billingConfig,
  migrations: join(import.meta.dirname, 'store/migrations'),
  build: ({ environment, config, pool, bus, log, metrics }) => {
    const deps = billingDeps(environment, config, pool, bus)
    const report = reportWaiting(metrics, log, environment)
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

function billingDeps(environment: Environment, config: BillingConfig, pool: Pool, bus: Bus): BillingDeps {
  return {
    environment,
    terms: {
      prices: priceList(config, environment),
      includedByDefault: {
        verifications: config.OUTTURN_ALLOWANCE_VERIFICATIONS,
        compiles: config.OUTTURN_ALLOWANCE_COMPILES,
      },
      checkAfterMs: config.OUTTURN_RESERVATION_CHECK_MS,
    },
    publicUrl: config.OUTTURN_PUBLIC_URL.replace(/\/$/, ''),
    workPrices: workPrices(config),
    pool,
    waitingAfterMs: config.OUTTURN_RESERVATION_GIVE_UP_MS,
    db: createDatabase<Tables>(pool),
    memory: createFundsMemory(),
    post: coalesced((runs: readonly RunToPost[]) => postRuns(onPool(pool), runs), { lanes: 2 }),
    readOutcome: (runId, now) => askRunOutcome(bus, runId, now),
  }
}
