import type { Client } from 'pg'
import { readAutovacuum } from './autovacuum.ts'
import { cpuMsByName, type Processes } from './cpu.ts'

/** Readings that only ever grow. */
export interface Counters {
  /** When they were read, ms. */
  at: number
  cpuMs: Record<string, number>
  /** CPU of automatic vacuums and analyzes, part of that of Postgres, ms by database; undefined where no one has it logged. */
  autovacuumMs?: Record<string, number>
  /** Transactions committed, by database; a backend reports its last ones up to `commitDelayMs` late. */
  commits: Record<string, number>
  /** Messages that the bus took from its clients; undefined where its statistics cannot be read. */
  messages?: number
}

/** Postgres backends pass their counts on every second while busy, and ten seconds after they fell idle. */
export const commitDelayMs = 10_500

export interface CounterSources {
  processes: Processes
  databases: string[]
  /** Connected to a database that is not one of them. */
  client: Client
  natsMonitorUrl?: string
  /** Log of Postgres, where it tells of automatic vacuums and analyzes. */
  postgresLog?: string
}

export async function readCounters(sources: CounterSources): Promise<Counters> {
  const { postgresLog } = sources
  const [cpuMs, commits, messages, autovacuum] = await Promise.all([
    cpuMsByName(sources.processes),
    readCommits(sources),
    readMessages(sources.natsMonitorUrl),
    postgresLog === undefined ? undefined : readAutovacuum(postgresLog),
  ])
  return {
    at: performance.now(),
    cpuMs,
    commits,
    ...(autovacuum === undefined ? {} : { autovacuumMs: autovacuum }),
    ...(messages === undefined ? {} : { messages }),
  }
}

async function readCommits({ client, databases }: CounterSources): Promise<Record<string, number>> {
  const { rows } = await client.query<{ datname: string; xact_commit: string }>(
    'select datname, xact_commit from pg_stat_database where datname = any($1)',
    [databases],
  )
  return Object.fromEntries(rows.map(({ datname, xact_commit }) => [datname, Number(xact_commit)]))
}

async function readMessages(natsMonitorUrl: string | undefined): Promise<number | undefined> {
  if (natsMonitorUrl === undefined) return undefined
  const response = await fetch(`${natsMonitorUrl}/varz`)
  const { in_msgs: messages } = (await response.json()) as { in_msgs: number }
  return messages
}

/** What was counted between two readings, with their distance in `at`. */
export function between(earlier: Counters, later: Counters): Counters {
  return {
    at: later.at - earlier.at,
    cpuMs: subtract(later.cpuMs, earlier.cpuMs),
    commits: subtract(later.commits, earlier.commits),
    ...(later.autovacuumMs === undefined || earlier.autovacuumMs === undefined
      ? {}
      : { autovacuumMs: subtract(later.autovacuumMs, earlier.autovacuumMs) }),
    ...(later.messages === undefined || earlier.messages === undefined
      ? {}
      : { messages: later.messages - earlier.messages }),
  }
}

/** The part of a count that is not what the idle system would have counted in that time. */
export function beyondIdle(count: number, overMs: number, idleCount: number, idleMs: number): number {
  return Math.max(0, count - (idleCount / idleMs) * overMs)
}

function subtract(from: Record<string, number>, what: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, value - (what[name] ?? 0)]))
}
