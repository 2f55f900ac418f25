import type { Environment } from '@outturn/vocabulary'
import { onPool, type Pool } from '@outturn/postgres'
import { type Clock, every, type Metrics, type SweepPlan } from '@outturn/service'
import { type LogProgress, readLogProgress } from '../../store/log-store.ts'

const intervalMs = 15_000

/** Reads at intervals how far the log is, and tells it at each scrape; nothing before the first reading. */
export function watchLog({
  metrics,
  environment,
  pool,
  clock,
}: {
  metrics: Metrics
  environment: Environment
  pool: Pool
  clock: Clock
}): SweepPlan {
  let progress: LogProgress | null = null
  const tell = (name: string, help: string, valueOf: (known: LogProgress) => number | null) =>
    metrics.observe({
      name,
      help,
      kind: 'gauge',
      labels: ['environment'],
      read() {
        const value = progress === null ? null : valueOf(progress)
        return value === null ? [] : [{ labels: { environment }, value }]
      },
    })
  tell('log_size', 'Leaves of the transparency log that have their place.', ({ size }) => size)
  tell('log_pending', 'Leaves that no signed checkpoint covers yet.', ({ pending }) => pending)
  tell(
    'log_checkpoint_age_seconds',
    'Age of the newest checkpoint; it grows at rest too, when no leaf is pending.',
    ({ signedAt }) =>
      signedAt === null ? null : Math.max(0, (clock.now().getTime() - signedAt.getTime()) / 1_000),
  )
  return every(intervalMs, 'watch-log', async () => {
    progress = await readLogProgress(onPool(pool))
  })
}
