import type { Environment } from '@outturn/vocabulary'
import type { Log, Metrics } from '@outturn/service'
import type { BillingDeps } from '../deps.ts'
import { readDriftingAccounts, readLedgerTotals } from '../store/balances.ts'

/** What must be nothing in a ledger that is right. */
export type LedgerFaults = { readonly sumMicros: bigint; readonly drifting: readonly string[] }

/** Sums up the ledger and compares every account with it, and tells `report`; returns how much is wrong. */
export async function watchLedger(
  { db }: Pick<BillingDeps, 'db'>,
  report: (faults: LedgerFaults) => void,
): Promise<number> {
  const { sumMicros } = await readLedgerTotals(db)
  const faults = { sumMicros: BigInt(sumMicros), drifting: await readDriftingAccounts(db) }
  report(faults)
  return faults.drifting.length + (faults.sumMicros === 0n ? 0 : 1)
}

/** Tells faults of the ledger at each scrape, and in the log while there are any. */
export function reportLedger(
  metrics: Metrics,
  log: Log,
  environment: Environment,
): (faults: LedgerFaults) => void {
  let latest: LedgerFaults = { sumMicros: 0n, drifting: [] }
  metrics.observe({
    name: 'ledger_sum_micros',
    help: 'Sum of all entries of the ledger, in micros of a dollar. Anything but 0 pages an operator.',
    kind: 'gauge',
    labels: ['environment'],
    read: () => [{ labels: { environment }, value: Number(latest.sumMicros) }],
  })
  metrics.observe({
    name: 'ledger_drifting_accounts',
    help: 'Accounts whose funds are not what the ledger says. Above 0 pages an operator.',
    kind: 'gauge',
    labels: ['environment'],
    read: () => [{ labels: { environment }, value: latest.drifting.length }],
  })
  return (faults) => {
    latest = faults
    const { sumMicros, drifting } = faults
    if (sumMicros === 0n && drifting.length === 0) return
    log.error({ sumMicros: String(sumMicros), drifting: drifting.slice(0, 20) }, 'the ledger is wrong')
  }
}
