import { setTimeout as sleep } from 'node:timers/promises'
import { deliveryBody } from '../load/delivery.ts'
import { comparedRows } from '../measurement/comparison.ts'
import { between, type Counters, readCounters } from '../measurement/counters.ts'
import { afterworkMs, cpuPerRequest, p50Ms, p99Ms } from '../measurement/measurement.ts'
import type { MeasuredSystem } from '../open-bench.ts'
import { sum } from '../statistics.ts'

/** A day, and how many of its verifications are sent. */
export type Day = { readonly perDay: number; readonly sent: number }

export type MeasuredDay = Day & {
  readonly seconds: number
  readonly failed: number
  readonly cpuMsEach: number
  readonly ofItPostgresMs: number
  readonly idleCpuMsPerS: number
  /** In tables and indexes, and in the log that is archived, for each verification. */
  readonly storedBytesEach: number
  readonly walBytesEach: number
  /** Most that were open at once, whichever worked. */
  readonly connections: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const mostInFlight = 256

/** Sends verifications of one day at random times, evenly over as many seconds as are given. */
export async function measureDay(
  { instruments, system, client }: Pick<MeasuredSystem, 'instruments' | 'system' | 'client'>,
  { perDay, sent }: Day,
  { idle, seconds }: { idle: Counters; seconds: number },
): Promise<MeasuredDay> {
  const { sources, load: generator } = instruments
  const stored = async () => {
    const { rows } = await client.query<{ bytes: string; wal: string }>(
      `select pg_database_size($1) as bytes, pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal`,
      [system.database],
    )
    return { bytes: Number(rows[0]?.bytes), wal: Number(rows[0]?.wal) }
  }
  const watching = new AbortController()
  const connections = mostConnections(client, system.database, watching.signal)
  const [storedBefore, before] = [await stored(), await readCounters(sources)]
  const load = await generator.run({
    requests: [
      { method: 'POST', url: system.url, headers: system.headers, body: deliveryBody(comparedRows) },
    ],
    inFlight: mostInFlight,
    arrivalsPerS: sent / seconds,
    durationMs: seconds * 1_000,
    success: 201,
    repeats: true,
  })
  await sleep(afterworkMs)
  const counted = between(before, await readCounters(sources))
  const storedAfter = await stored()
  watching.abort()
  const { length: answered } = load.latenciesMs
  const cpu = cpuPerRequest({ target: system, load, requestsPerS: sent / seconds, counted }, idle)
  return {
    perDay,
    sent: answered,
    seconds,
    failed: load.failures,
    cpuMsEach: sum(Object.values(cpu)),
    ofItPostgresMs: cpu['postgres'] ?? 0,
    idleCpuMsPerS: (sum(system.processNames.map((name) => idle.cpuMs[name] ?? 0)) * 1_000) / idle.at,
    storedBytesEach: (storedAfter.bytes - storedBefore.bytes) / answered,
    walBytesEach: (storedAfter.wal - storedBefore.wal) / answered,
    connections: await connections,
    p50Ms: p50Ms([load]),
    p99Ms: p99Ms([load]),
  }
}

async function mostConnections(
  client: MeasuredSystem['client'],
  database: string,
  signal: AbortSignal,
): Promise<number> {
  let most = 0
  while (!signal.aborted) {
    const { rows } = await client.query<{ open: string }>(
      'select count(*) as open from pg_stat_activity where datname = $1',
      [database],
    )
    most = Math.max(most, Number(rows[0]?.open))
    await sleep(1_000, undefined, { signal }).catch(() => undefined)
  }
  return most
}
