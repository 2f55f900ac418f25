import type { Environment } from '@outturn/vocabulary'
import { type Pool, readServerState, type ServerState } from '@outturn/postgres'
import type { Metrics } from '../telemetry/metrics.ts'
import { every, type SweepPlan } from './sweeper.ts'

const intervalMs = 60_000

/** Reads once a minute how full the Postgres server of a service is and whether it archives, and tells it at each scrape. */
export function watchServer(metrics: Metrics, environment: Environment, pool: Pool): SweepPlan {
  let state: ServerState | null = null
  const observe = (
    name: string,
    help: string,
    kind: 'gauge' | 'counter',
    read: (known: ServerState) => number | null,
  ) =>
    metrics.observe({
      name: `postgres_${name}`,
      help,
      kind,
      labels: ['environment'],
      read: () => {
        const value = state === null ? null : read(state)
        return value === null ? [] : [{ labels: { environment }, value }]
      },
    })
  observe(
    'server_connections',
    'Connections that clients hold to the server.',
    'gauge',
    (known) => known.connections,
  )
  observe(
    'max_connections',
    'Connections that the server takes at most.',
    'gauge',
    (known) => known.maxConnections,
  )
  observe('database_bytes', 'Size of the database.', 'gauge', (known) => known.databaseBytes)
  observe(
    'archive_failures_total',
    'Segments of the write-ahead log that the server could not archive.',
    'counter',
    (known) => known.archiveFailures,
  )
  observe(
    'archived_age_seconds',
    'Time since the server archived a segment of its write-ahead log, where it ever did.',
    'gauge',
    (known) => known.archivedSecondsAgo,
  )
  return every(intervalMs, 'watch-server', async () => {
    state = await readServerState(pool)
  })
}
