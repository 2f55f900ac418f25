import { join } from 'node:path'
import type { Environment } from '@outturn/vocabulary'
import {
  chargeCompile,
  grantCredits,
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
import { defineService, every } from '@outturn/service'
import { askRunOutcome } from './adapters/spool.ts'
import { type BillingConfig, billingConfig, priceList, workPrices } from './config.ts'
import type { BillingDeps } from './deps.ts'
import { handleChargeCompile } from './handlers/charge-compile.ts'
import { handleGrantCredits } from './handlers/grant-credits.ts'
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

export const billingService = defineService({
  name: 'billing',
  config: billingConfig,
  migrations: join(import.meta.dirname, 'store/migrations'),
  build: ({ environment, config, pool, bus }) => {
    const deps = billingDeps(environment, config, pool, bus)
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
      ],
      reactions: [onSpoolVerified(deps), onSpoolRunFailed(deps)],
      sweepers: [
        every(5_000, 'finish-reservations', (now) => finishReservations(deps, finishing, now)),
        every(60_000, 'expire-credit-grants', (now) => sweepExpiredCreditGrants(deps, now)),
      ],
    }
  },
})

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
    db: createDatabase<Tables>(pool),
    memory: createFundsMemory(),
    post: coalesced((runs: readonly RunToPost[]) => postRuns(onPool(pool), runs), { lanes: 2 }),
    readOutcome: (runId, now) => askRunOutcome(bus, runId, now),
  }
}
