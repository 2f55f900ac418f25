import { errorDocsUrl, type RequestList, type RequestRecord, type RequestSummary } from '@outturn/contracts'
import type { ListedRequest } from '../store/request-store.ts'
import { keptUntil } from './kept-days.ts'
import type { RequestPage, RequestWithContext } from './request-reader.ts'

/** A page of the log as the interface has it. */
export function toRequestList({ requests, hasMore, gaps }: RequestPage): RequestList {
  return {
    data: requests.map(toSummary),
    has_more: hasMore,
    next_cursor: hasMore ? (requests.at(-1)?.id ?? null) : null,
    not_recorded: gaps.map(({ dropped, from_at: from, to_at: to }) => ({
      requests: dropped,
      from: from.toISOString(),
      to: to.toISOString(),
    })),
  }
}

/** A request of the log as the interface has it. */
export function toRequestRecord(
  { request, seenBefore }: RequestWithContext,
  publicUrl: string,
): RequestRecord {
  return {
    ...toSummary(request),
    account_id: request.account_id,
    remediation: request.remediation,
    docs: request.code === null ? null : errorDocsUrl(publicUrl, request.code),
    scope: request.scope,
    user_agent: request.user_agent,
    address: request.address,
    idempotency_key: request.idempotency_key,
    rate_limit: request.rate_limit,
    body_bytes: request.body_bytes,
    body: request.body,
    seen_before: seenBefore.map(({ id, at, body_hash: hash }) => ({
      id,
      at: at.toISOString(),
      is_same_body: hash !== null && hash === request.body_hash,
    })),
    kept_until: keptUntil(request.at, request.is_refused).toISOString(),
  }
}

function toSummary(row: ListedRequest): RequestSummary {
  const { id, at, took_ms, method, route, path, status, code, error, field, reason, key_id, weight } = row
  return {
    id,
    at: at.toISOString(),
    took_ms,
    method,
    route,
    path,
    status,
    code,
    error,
    field,
    reason,
    key_id,
    weight,
  }
}
