import type { Environment } from '@outturn/vocabulary'
import { countDeadLetters, outboxBacklog, type Pool } from '@outturn/postgres'
import type { Metrics } from '../telemetry/metrics.ts'
import { every, type SweepPlan } from './sweeper.ts'

const intervalMs = 15_000

/** Reads at intervals what waits in the database of a service, and tells it at each scrape until `end` is called. */
export function watchBacklog(
  metrics: Metrics,
  environment: Environment,
  pool: Pool,
): { readonly plan: SweepPlan; end(): void } {
  let events = { waiting: 0, oldestMs: 0 }
  let letters: Awaited<ReturnType<typeof countDeadLetters>> = []
  const gauge = { kind: 'gauge', labels: ['environment'] } as const
  const ends = [
    metrics.observe({
      ...gauge,
      name: 'outbox_waiting',
      help: 'Events whose effect not every service has recorded.',
      read: () => [{ labels: { environment }, value: events.waiting }],
    }),
    metrics.observe({
      ...gauge,
      name: 'outbox_oldest_seconds',
      help: 'Age of the oldest event whose effect not every service has recorded.',
      read: () => [{ labels: { environment }, value: events.oldestMs / 1_000 }],
    }),
    metrics.observe({
      ...gauge,
      name: 'dead_letters_waiting',
      help: 'Dead letters that an operator has not redriven, by queue.',
      labels: ['environment', 'queue'],
      read: () => letters.map(({ queue, waiting }) => ({ labels: { environment, queue }, value: waiting })),
    }),
  ]
  return {
    plan: every(intervalMs, 'watch-backlog', async () => {
      // One after the other: a second connection would be made for it, and given up again, each time.
      events = await outboxBacklog(pool)
      letters = await countDeadLetters(pool)
    }),
    end: () => {
      for (const end of ends) end()
    },
  }
}
