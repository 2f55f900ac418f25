import type { Environment } from '@outturn/vocabulary'
import { isCausedByItem, type Pool } from '@outturn/postgres'
import { ownTurn } from '@outturn/messaging'
import type { Log, Metrics } from '@outturn/service'
import type { TokenHash } from '../auth/token-hash.ts'
import {
  findFormerKeys,
  keepRequestGaps,
  keepRequestRows,
  openRequestDay,
  type RequestRow,
} from '../store/request-store.ts'
import { dailyBudget } from './daily-budget.ts'
import type { LoggedCaller, RequestEntry } from './entry.ts'
import { type DropKind, RequestRing } from './request-ring.ts'
import { networkOf, toRow } from './to-row.ts'

/** Where the requests of one environment are recorded. */
export type RequestLog = {
  /** Takes a request that was answered. Costs no more than a reference. */
  push(entry: RequestEntry): void
  /** Writes what waits; rejects when the database does not take it, which then goes on waiting. */
  flush(): Promise<void>
  /** Writes what waits if the database takes it, and ends. */
  stop(): Promise<void>
}

export type RequestLogDeps = {
  readonly environment: Environment
  /** Connections of its own, with a short statement timeout. */
  readonly pool: Pool
  readonly hash: TokenHash
  readonly log: Log
  readonly metrics: Metrics
  /** Starts the timer; tests flush themselves. */
  readonly flushEveryMs?: number | null
}

const flushEveryMs = 250
const rowsOfFlush = 256
/** Bodies that are redacted in one turn of the event loop. */
const bytesOfTurn = 32 * 1_024

/** Holds requests in a ring and writes them behind the answers, 256 at once or each 250 ms. A crash loses what is not written yet. */
export function createRequestLog(deps: RequestLogDeps): RequestLog {
  const { environment, log, metrics } = deps
  const dropped = metrics.counter(
    'request_log_dropped_total',
    'Requests and bodies that the request log could not keep, by what was dropped.',
    ['environment', 'kind'],
  )
  const ring = new RequestRing((kind: DropKind) => dropped.inc({ environment, kind }))
  const write = createWriter(deps, (entry) => ring.lose(entry))
  const budget = dailyBudget()
  let running: Promise<void> | null = null
  let isDown = false

  async function flushAll(): Promise<void> {
    const gaps = ring.takeGaps()
    while (ring.waiting > 0) {
      const entries = ring.take(rowsOfFlush)
      try {
        await write(entries, budget)
        ring.settle(entries)
      } catch (error) {
        ring.putBack(entries)
        ring.returnGaps(gaps)
        throw error
      }
    }
    if (gaps.length === 0) return
    try {
      await keepRequestGaps(deps.pool, gaps.map(toGapRow))
    } catch (error) {
      ring.returnGaps(gaps)
      throw error
    }
  }

  function flush(): Promise<void> {
    running ??= flushAll().finally(() => {
      running = null
    })
    return running
  }

  async function flushBehind(): Promise<void> {
    try {
      await flush()
      if (isDown) log.info('the request log is written again')
      isDown = false
    } catch (error) {
      if (!isDown) log.warn({ err: error }, 'the request log cannot be written')
      isDown = true
    }
  }

  const every = deps.flushEveryMs === undefined ? flushEveryMs : deps.flushEveryMs
  const timer = every === null ? undefined : setInterval(() => void flushBehind(), every).unref()

  return {
    push(entry) {
      ring.push(entry)
      if (ring.waiting >= rowsOfFlush && running === null && !isDown) void flushBehind()
    },
    async flush() {
      // What came during a running flush is written by the one after it.
      if (running !== null) await running
      await flush()
    },
    async stop() {
      clearInterval(timer)
      await running?.catch(() => {})
      await flushBehind()
    },
  }
}

type Write = (entries: readonly RequestEntry[], budget: ReturnType<typeof dailyBudget>) => Promise<void>

function createWriter(deps: RequestLogDeps, lose: (entry: RequestEntry) => void): Write {
  const { pool, log } = deps
  const opened = new Set<string>()

  async function openDays(rows: readonly RequestRow[]): Promise<void> {
    for (const day of new Set(rows.map(({ at }) => utcDay(at)))) {
      if (opened.has(day)) continue
      await openRequestDay(pool, day)
      opened.add(day)
    }
  }

  /** Writes rows together, and one by one where one of them may be at fault. */
  async function keep(rows: readonly RequestRow[], entries: readonly RequestEntry[]): Promise<void> {
    try {
      await keepRequestRows(pool, rows)
    } catch (error) {
      if (!isCausedByItem(error)) throw error
      if (rows.length > 1) {
        for (const [at, row] of rows.entries()) await keep([row], [entries[at] as RequestEntry])
        return
      }
      log.error({ err: error, requestId: rows[0]?.id }, 'a request cannot be recorded')
      for (const entry of entries) lose(entry)
    }
  }

  return async (entries, budget) => {
    const callers = await callersOf(entries, deps)
    const rows: RequestRow[] = []
    const written: RequestEntry[] = []
    let bytes = 0
    for (const entry of entries) {
      const caller = callers(entry)
      if (caller === undefined) continue
      bytes += entry.body?.byteLength ?? 0
      if (bytes > bytesOfTurn) {
        await ownTurn()
        bytes = 0
      }
      const row = toRow(entry, caller, deps, { keepsBody: budget.hasRoom(caller.accountId, entry.at) })
      if (row.is_refused) budget.spend(caller.accountId, entry.at, row.body?.length ?? 0)
      rows.push(row)
      written.push(entry)
    }
    if (rows.length === 0) return
    await openDays(rows)
    await keep(rows, written)
  }
}

/** Whose each request is. Keys that no account ever had are counted by network for operators, and recorded for no one. */
async function callersOf(
  entries: readonly RequestEntry[],
  { pool, log }: RequestLogDeps,
): Promise<(entry: RequestEntry) => LoggedCaller | undefined> {
  const hashes = entries.flatMap(({ caller }) => ('tokenHash' in caller ? [caller.tokenHash] : []))
  const former = hashes.length === 0 ? new Map<string, LoggedCaller>() : await findFormerKeys(pool, hashes)
  const unknown = new Map<string, number>()
  for (const { caller, address } of entries) {
    if ('accountId' in caller || former.has(caller.tokenHash)) continue
    const network = networkOf(address)
    unknown.set(network, (unknown.get(network) ?? 0) + 1)
  }
  if (unknown.size > 0) {
    const most = [...unknown].toSorted(([, a], [, b]) => b - a).slice(0, 20)
    log.warn({ networks: Object.fromEntries(most) }, 'requests with unknown keys')
  }
  return ({ caller }) => ('accountId' in caller ? caller : former.get(caller.tokenHash))
}

function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

function toGapRow({ accountId, dropped, from, to }: ReturnType<RequestRing['takeGaps']>[number]) {
  return { account_id: accountId, from_at: from, to_at: to, dropped }
}
