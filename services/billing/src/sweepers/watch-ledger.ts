import type { Environment } from '@outturn/vocabulary'
import type { Log, Metrics } from '@outturn/service'
import type { BillingDeps } from '../deps.ts'
import { readDriftingAccounts } from '../store/balances.ts'
import { foldLedger, readChangedBalances, readLedgerSum } from '../store/ledger/folded-ledger.ts'

/** What must be nothing in a ledger that is right. */
export type LedgerFaults = {
  readonly sumMicros: bigint
  /** Accounts whose funds are not what the ledger says. */
  readonly drifting: readonly string[]
  /** Accounts of the ledger whose transfers are not those that were folded. */
  readonly changed: readonly string[]
}

/**
 * Sums up the ledger and compares every account with it, and tells `report`; returns how much is wrong. Only the transfers since
 * the last time are added up: what is older is folded into a balance for each account.
 */
export async function watchLedger(
  { db }: Pick<BillingDeps, 'db'>,
  report: (faults: Partial<LedgerFaults>) => void,
): Promise<number> {
  await foldLedger(db)
  const faults = { sumMicros: await readLedgerSum(db), drifting: await readDriftingAccounts(db) }
  report(faults)
  return faults.drifting.length + (faults.sumMicros === 0n ? 0 : 1)
}

/** Sums up the ledger from its start and compares the folded balances with it; returns how many are wrong. */
export async function auditLedger(
  { db }: Pick<BillingDeps, 'db'>,
  report: (faults: Partial<LedgerFaults>) => void,
): Promise<number> {
  const changed = await readChangedBalances(db)
  report({ changed })
  return changed.length
}

/** Tells faults of the ledger at each scrape, and in the log while there are any. */
export function reportLedger(
  metrics: Metrics,
  log: Log,
  environment: Environment,
): (faults: Partial<LedgerFaults>) => void {
  let latest: LedgerFaults = { sumMicros: 0n, drifting: [], changed: [] }
  metrics.observe({
    name: 'ledger_sum_micros',
    help: 'Sum of all entries of the ledger, in micros of a dollar. Anything but 0 pages an operator.',
    kind: 'gauge',
    labels: ['environment'],
    read: () => [{ labels: { environment }, value: Number(latest.sumMicros) }],
  })
  metrics.observe({
    name: 'ledger_drifting_accounts',
    help: 'Accounts whose funds are not what the ledger says, or whose transfers were changed. Above 0 pages an operator.',
    kind: 'gauge',
    labels: ['environment'],
    read: () => [{ labels: { environment }, value: latest.drifting.length + latest.changed.length }],
  })
  return (faults) => {
    latest = { ...latest, ...faults }
    const { sumMicros, drifting, changed } = latest
    if (sumMicros === 0n && drifting.length === 0 && changed.length === 0) return
    const shown = { drifting: drifting.slice(0, 20), changed: changed.slice(0, 20) }
    log.error({ sumMicros: String(sumMicros), ...shown }, 'the ledger is wrong')
  }
}
