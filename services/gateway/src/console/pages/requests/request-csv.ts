import type { ListedRequest } from '../../../store/request-store.ts'
import { csvText } from '../../csv-text.ts'
import type { KeyName } from './request-log-page.ts'

const columns = [
  'at',
  'request_id',
  'method',
  'path',
  'status',
  'code',
  'reason',
  'field',
  'error',
  'remediation',
  'key_id',
  'key_name',
  'scope',
  'took_ms',
  'client',
  'network',
  'body_bytes',
  'stands_for',
] as const

/** Requests as a file, without their bodies. */
export function requestCsv(requests: readonly ListedRequest[], keys: readonly KeyName[]): string {
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  return csvText(
    columns,
    requests.map((request) => [
      request.at.toISOString(),
      request.id,
      request.method,
      request.path,
      String(request.status),
      request.code ?? '',
      request.reason ?? '',
      request.field ?? '',
      request.error ?? '',
      request.remediation ?? '',
      request.key_id,
      names.get(request.key_id) ?? '',
      request.scope,
      String(request.took_ms),
      request.user_agent,
      request.address,
      String(request.body_bytes),
      String(request.weight),
    ]),
  )
}
