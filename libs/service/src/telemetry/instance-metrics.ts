import type { Environment } from '@outturn/vocabulary'
import type { Bus, Relay } from '@outturn/messaging'
import type { Pool } from '@outturn/postgres'
import type { WorkCheck } from '../lifecycle/work-check.ts'
import type { Metrics, Reading } from './metrics.ts'

/** Commands and queues of one environment, read from the bus at each scrape until what this returns is called. */
export function observeBus(metrics: Metrics, environment: Environment, bus: Bus): () => void {
  const ends = [
    metrics.observe({
      name: 'commands_total',
      help: 'Commands by how they ended.',
      kind: 'counter',
      labels: ['environment', 'outcome'],
      read: () => readings({ environment }, 'outcome', bus.counters().commands),
    }),
    metrics.observe({
      name: 'commands_refused_total',
      help: 'Commands that their service refused, by command and error code.',
      kind: 'counter',
      labels: ['environment', 'command', 'code'],
      read: () =>
        bus.counters().refusals.map(({ command, code, count }) => ({
          labels: { environment, command, code },
          value: count,
        })),
    }),
    metrics.observe({
      name: 'dead_letters_total',
      help: 'Messages that were given up, by queue and by whether they were refused, failed or had no outcome.',
      kind: 'counter',
      labels: ['environment', 'queue', 'cause'],
      read: () =>
        Object.entries(bus.counters().deadLetters).flatMap(([queue, byCause]) =>
          readings({ environment, queue }, 'cause', byCause),
        ),
    }),
    metrics.observe({
      name: 'publishes_refused_total',
      help: 'Messages that a stream did not store when they were sent: refused by an error, or unanswered.',
      kind: 'counter',
      labels: ['environment', 'stream', 'cause'],
      read: () =>
        Object.entries(bus.counters().refusedPublishes).flatMap(([stream, byCause]) =>
          readings({ environment, stream }, 'cause', byCause),
        ),
    }),
    metrics.observe({
      name: 'commands_in_flight',
      help: 'Commands under way.',
      kind: 'gauge',
      labels: ['environment'],
      read: () => [{ labels: { environment }, value: bus.counters().commandsInFlight }],
    }),
    metrics.observe({
      name: 'commands_sent_total',
      help: 'Commands that were sent, and the packets that they travelled in.',
      kind: 'counter',
      labels: ['environment', 'unit'],
      read: () => readings({ environment }, 'unit', bus.counters().packets),
    }),
    metrics.observe({
      name: 'deliveries_total',
      help: 'Deliveries of events and jobs by how they ended.',
      kind: 'counter',
      labels: ['environment', 'queue', 'outcome'],
      read: () =>
        Object.entries(bus.counters().queues).flatMap(([queue, counters]) =>
          readings({ environment, queue }, 'outcome', counters),
        ),
    }),
    metrics.observe({
      name: 'clock_offset_seconds',
      help: 'How far the clock of the host of a service that answered lately is ahead of the clock here; 0 where they may agree.',
      kind: 'gauge',
      labels: ['environment', 'peer', 'host'],
      read: () =>
        bus.clockOffsets().map(({ service, host, seconds }) => ({
          labels: { environment, peer: service, host },
          value: seconds,
        })),
    }),
    metrics.observe({
      name: 'bus_connected',
      help: '1 while the bus is connected.',
      kind: 'gauge',
      labels: ['environment'],
      read: () => [{ labels: { environment }, value: bus.health().isConnected ? 1 : 0 }],
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

export function observeRelay(metrics: Metrics, environment: Environment, relay: Relay): () => void {
  return metrics.observe({
    name: 'outbox_events_total',
    help: 'Events of the outbox by step.',
    kind: 'counter',
    labels: ['environment', 'step'],
    read: () => readings({ environment }, 'step', relay.counters),
  })
}

export function observePool(metrics: Metrics, environment: Environment, pool: Pool): () => void {
  return metrics.observe({
    name: 'postgres_connections',
    help: 'Connections of the pool, and callers that wait for one.',
    kind: 'gauge',
    labels: ['environment', 'state'],
    read: () =>
      readings({ environment }, 'state', {
        idle: pool.idleCount,
        busy: pool.totalCount - pool.idleCount,
        awaited: pool.waitingCount,
      }),
  })
}

/** Returns what notes the number of migrations that the schema lacks. */
export function observeMigrations(metrics: Metrics, environment: Environment): (count: number) => void {
  let pending = 0
  metrics.observe({
    name: 'migration_pending',
    help: 'Migrations that the schema lacks; the service waits for them before it serves.',
    kind: 'gauge',
    labels: ['environment'],
    read: () => [{ labels: { environment }, value: pending }],
  })
  return (count) => {
    pending = count
  }
}

function readings(
  labels: Readonly<Record<string, string>>,
  key: string,
  values: Readonly<Record<string, number>>,
): Reading[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { ...labels, [key]: name }, value }))
}

/** What a service needs for its work and fails now, by part and reason. */
export function observeWork(metrics: Metrics, environment: Environment, work: Pick<WorkCheck, 'last'>): void {
  metrics.observe({
    name: 'work_failing',
    help: '1 while a service cannot do its work, by the part that fails and its reason: `store_full` is a full disk.',
    kind: 'gauge',
    labels: ['environment', 'part', 'reason'],
    read: () => work.last().map(({ part, reason }) => ({ labels: { environment, part, reason }, value: 1 })),
  })
}
