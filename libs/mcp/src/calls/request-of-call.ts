import { type Endpoint, invalid, pathTo } from '@outturn/contracts'
import { isJson, type Json, type OperationCall } from '../tools/tool.ts'
import type { ApiRequest } from './api.ts'

/** The operations of the interface by their ids; of one that has several paths, the documented one. */
export type Operations = ReadonlyMap<string, Endpoint>

export function operationsOf(endpoints: readonly Endpoint[]): Operations {
  return new Map(endpoints.map((endpoint) => [endpoint.operationId, endpoint]))
}

/** The request of an operation with these parts. Throws the refusal of what no request can be made of. */
export function requestOfCall(
  endpoint: Endpoint,
  { params = {}, query = {}, body }: OperationCall,
  { actAs, idempotencyKey }: { actAs: string | undefined; idempotencyKey: unknown },
): ApiRequest {
  const names = Object.keys(endpoint.params ?? {})
  const path = pathTo(
    endpoint,
    Object.fromEntries(names.map((name) => [name, pathText(name, params[name])])),
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, queryText(name, value)])),
  )
  return {
    method: endpoint.method,
    path,
    headers: {
      accept: 'application/json, */*;q=0.5',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': headerText(idempotencyKey) }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(actAs !== undefined && { actAs }),
    isRateLimited: endpoint.isRateLimited,
  }
}

/** The parts of a call that names its operation: path and query parameters stand side by side in `params`. */
export function namedCall(endpoint: Endpoint, { params = {}, body }: Json): OperationCall {
  if (!isJson(params)) throw invalid('params', 'params must be an object of path and query parameters.')
  const isOfPath = (name: string) => endpoint.params !== undefined && Object.hasOwn(endpoint.params, name)
  const sides = Object.groupBy(Object.entries(params), ([name]) => (isOfPath(name) ? 'path' : 'query'))
  return {
    operationId: endpoint.operationId,
    params: Object.fromEntries(sides.path ?? []),
    query: Object.fromEntries(sides.query ?? []),
    ...(body !== undefined && { body: body as Json }),
  }
}

function pathText(name: string, value: unknown): string {
  const written = queryText(name, value)
  if (written !== undefined && written !== '' && written !== '.' && written !== '..') return written
  throw invalid(name, `The path of this operation needs ${name}.`, {
    remediation: `Give ${name} as a text.`,
  })
}

function queryText(name: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw invalid(name, `${name} must be a text, a number, or true or false.`)
}

function headerText(value: unknown): string {
  if (typeof value === 'string' && /^[\x20-\x7e]+$/.test(value)) return value
  throw invalid('idempotency_key', 'idempotency_key must be a text of printable ASCII characters.')
}
