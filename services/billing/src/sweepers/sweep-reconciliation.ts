import type { Environment, PackRail } from '@outturn/vocabulary'
import type { Metrics } from '@outturn/service'
import type { BillingDeps } from '../deps.ts'
import { reconcile } from '../flows/reconcile-payments.ts'
import { countOpenAnomalies } from '../store/payments/anomalies.ts'
import { lastReconciliations } from '../store/payments/reconciliations.ts'

/** How often a rail is compared from its last end on. */
const everyMs = 86_400_000
/** How long one turn works on one rail, ms. */
const turnMs = 60_000

/** What an operator is told of one rail. */
export type Agreement = {
  readonly rail: PackRail
  readonly openAnomalies: number
  /** Since everything was compared to its end; null before the first time. */
  readonly sinceMs: number | null
}

/** Compares each rail that is due with the records, and tells `report` of all; returns how many anomalies are open. */
export async function sweepReconciliation(
  deps: BillingDeps,
  report: (agreements: readonly Agreement[]) => void,
  now: Date,
): Promise<number> {
  const { books, clock, db, log } = deps
  const dueBefore = new Date(now.getTime() - everyMs)
  const failures: unknown[] = []
  for (const book of books) {
    const until = clock.now().getTime() + turnMs
    await reconcile(deps, book, { dueBefore, until }).catch((error: unknown) => failures.push(error))
  }
  const open = await countOpenAnomalies(db)
  const last = new Map((await lastReconciliations(db)).map(({ rail, finishedAt }) => [rail, finishedAt]))
  const agreements = books.map(({ rail }) => {
    const finishedAt = last.get(rail) ?? null
    const sinceMs = finishedAt === null ? null : clock.now().getTime() - finishedAt.getTime()
    return { rail, openAnomalies: open.get(rail) ?? 0, sinceMs }
  })
  report(agreements)
  const total = agreements.reduce((sum, { openAnomalies }) => sum + openAnomalies, 0)
  if (total > 0)
    log.error({ open: total }, 'payments do not agree: `payments anomalies` of the operator lists them')
  if (failures.length > 0) throw new AggregateError(failures, 'payments could not be compared')
  return total
}

/** Tells at each scrape what does not agree, and how long ago everything was compared. */
export function reportAgreements(
  metrics: Metrics,
  environment: Environment,
  startedAt: Date,
): (agreements: readonly Agreement[]) => void {
  let latest: readonly Agreement[] = []
  metrics.observe({
    name: 'payment_anomalies_open',
    help: 'Ways in which the chain or the processor and the records do not agree. Above 0 pages an operator.',
    kind: 'gauge',
    labels: ['environment', 'rail'],
    read: () => latest.map(({ rail, openAnomalies: value }) => ({ labels: { environment, rail }, value })),
  })
  metrics.observe({
    name: 'payments_compared_seconds',
    help: 'Since when the payments of a rail were compared to their end; since the start of the process before the first time.',
    kind: 'gauge',
    labels: ['environment', 'rail'],
    read: () =>
      latest.map(({ rail, sinceMs }) => ({
        labels: { environment, rail },
        value: (sinceMs ?? Date.now() - startedAt.getTime()) / 1_000,
      })),
  })
  return (agreements) => {
    latest = agreements
  }
}
