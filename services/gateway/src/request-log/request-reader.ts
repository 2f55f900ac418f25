import type { Clock } from '@outturn/service'
import {
  countRefusals,
  countServedRequests,
  findRequest,
  findSeenBefore,
  type FoundRequest,
  type ListedRequest,
  listRequestGaps,
  listRequestsOf,
  type RefusalCount,
  type RequestFilter,
} from '../store/request-store.ts'
import type { Db, RequestLogGapTable } from '../store/tables.ts'
import { keptDays } from './kept-days.ts'
import type { RequestLog } from './request-log.ts'

export type RequestWithContext = {
  readonly request: FoundRequest
  /** Refusals with the same code, from the same key, to the same route, in the day before it. */
  readonly seenBefore: readonly ListedRequest[]
}

export type RequestPage = {
  readonly requests: readonly ListedRequest[]
  readonly hasMore: boolean
  readonly gaps: readonly RequestLogGapTable[]
}

/** The request log of one environment as its accounts read it. Nothing of another account is ever found. */
export type RequestReader = {
  find(accountId: string, id: string): Promise<RequestWithContext | null>
  /** Null when the account has no request `after`. */
  list(filter: RequestFilter, limit: number): Promise<RequestPage | null>
  /** Refusals since then by code and key, the most frequent first. */
  countRefused(accountId: string, since: Date, limit: number): Promise<readonly RefusalCount[]>
  /** Successes since then; null where there are too many to count at once. */
  countServed(accountId: string, since: Date): Promise<number | null>
}

const dayMs = 24 * 60 * 60 * 1_000
const mostSeenBefore = 10

export function createRequestReader({
  db,
  requestLog,
  clock,
}: {
  db: Db
  requestLog: Pick<RequestLog, 'flush'>
  clock: Clock
}): RequestReader {
  /** A caller looks up what was refused a moment ago. Where the log cannot be written, it reads what there is. */
  const flush = () => requestLog.flush().catch(() => {})
  return {
    async find(accountId, id) {
      await flush()
      const request = await findRequest(db, accountId, id)
      if (request === null) return null
      const since = new Date(request.at.getTime() - dayMs)
      const seenBefore = request.is_refused ? await findSeenBefore(db, request, since, mostSeenBefore) : []
      return { request, seenBefore }
    },
    async list(filter, limit) {
      await flush()
      const since = filter.since ?? new Date(clock.now().getTime() - keptDays.refused * dayMs)
      const [rows, gaps] = await Promise.all([
        listRequestsOf(db, filter, limit + 1),
        listRequestGaps(db, filter.accountId, since),
      ])
      if (rows === null) return null
      return { requests: rows.slice(0, limit), hasMore: rows.length > limit, gaps }
    },
    async countRefused(accountId, since, limit) {
      await flush()
      return countRefusals(db, accountId, { since, limit })
    },
    countServed: (accountId, since) => countServedRequests(db, accountId, since),
  }
}
