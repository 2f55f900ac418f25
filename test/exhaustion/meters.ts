import type { SystemFile } from '../system/running-system.ts'

const sampledEveryMs = 20
/** Settings of a process whose event loop is measured: the usual samples would hide what is short. */
export const preciseDelays = { OUTTURN_EVENT_LOOP_PRECISION_MS: String(sampledEveryMs) }

/** What a process says of itself. */
export interface Reading {
  /** Longest time since the last reading by which its event loop was late, ms. */
  loopDelayMs: number
  memoryBytes: number
}

export type Readings = Readonly<Record<string, Reading>>

/** One reading of each service process, by its name; the next one measures delays from here on. */
export async function readMeters({ metrics }: Pick<SystemFile, 'metrics'>): Promise<Readings> {
  // The program that keeps the streams measures queues, and no event loop.
  const services = Object.entries(metrics).filter(([name]) => name !== 'streams')
  const readings = services.map(async ([name, url]) => {
    const text = await (await fetch(url)).text()
    const reading: Reading = {
      // A sample counts its own interval, too.
      loopDelayMs: Math.max(0, valueOf(text, 'nodejs_eventloop_lag_max_seconds') * 1_000 - sampledEveryMs),
      memoryBytes: valueOf(text, 'process_resident_memory_bytes'),
    }
    return [name, reading] as const
  })
  return Object.fromEntries(await Promise.all(readings))
}

function valueOf(scrape: string, metric: string): number {
  const [, value] = new RegExp(`^${metric}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(scrape) ?? []
  if (value === undefined) throw new Error(`there is no ${metric} among the metrics`)
  return Number(value)
}
