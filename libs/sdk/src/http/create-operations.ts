import { operations } from '../generated/operations.ts'
import type { ApiOperations } from '../generated/resources.ts'
import { ApiPromise, type ApiResponse } from './api-promise.ts'
import type { ActOptions } from './call-options.ts'
import type { OperationCall } from './operation-call.ts'
import { type Page, PagedList } from './paged-list.ts'
import type { Call, Send } from './send.ts'

/** Options of any method: those of a call, and query parameters in camel case. */
type AnyOptions = ActOptions & { readonly [query: string]: unknown }

/** All operations of the document as methods, in their groups; `slug` names the service in the addresses of its keys. */
export function createOperations(send: Send, slug: string): ApiOperations {
  const root: Record<string, unknown> = {}
  for (const [name, operation] of Object.entries(operations)) {
    const steps = name.split('.')
    const last = steps.pop() ?? name
    let group = root
    for (const step of steps) {
      group[step] ??= {}
      group = group[step] as Record<string, unknown>
    }
    group[last] = methodOf(name, operation, send, slug)
  }
  // The interface and the table are rendered from one document.
  return root as unknown as ApiOperations
}

function methodOf(name: string, operation: OperationCall, send: Send, slug: string) {
  const { arguments: positional, hasBody = false, list } = operation
  return (...given: readonly unknown[]) => {
    const values = Object.fromEntries(
      positional.map((parameter, index) => [parameter, checkedArgument(name, parameter, given[index])]),
    )
    const body = hasBody ? given[positional.length] : undefined
    const options = (given[positional.length + (hasBody ? 1 : 0)] ?? {}) as AnyOptions
    const call = (after?: string): Call => callOf(operation, { values, body, options, after, slug })
    const kept = { ...options, idempotencyKey: keyIn(body) ?? options.idempotencyKey }
    if (list === undefined) return new ApiPromise(send(call(), kept))
    const readPage = async (after: string | undefined) => toPage(await send(call(after), kept), list)
    return new PagedList(readPage, queryText(options['after']))
  }
}

/** An id that would change the path is a mistake of the caller, and must not reach another operation. */
function checkedArgument(method: string, parameter: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && value !== '.' && value !== '..') return value
  throw new TypeError(`${method} needs a text for ${parameter}, such as the id of what it is about.`)
}

/** A body may name its call; two different names are refused by the service. */
function keyIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { idempotency_key: key } = body as { idempotency_key?: unknown }
  return typeof key === 'string' ? key : undefined
}

interface Given {
  readonly values: Readonly<Record<string, string>>
  readonly body: unknown
  readonly options: AnyOptions
  readonly after: string | undefined
  readonly slug: string
}

function callOf(operation: OperationCall, { values, body, options, after, slug }: Given): Call {
  const {
    operation: id,
    method,
    path,
    query = [],
    fixedQuery = {},
    isKeyless,
    isPaid,
    answer,
    accept,
  } = operation
  const filled = path
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
    .replace(/^(\/\.well-known\/)outturn(?=-keys)/, (_, start: string) => start + encodeURIComponent(slug))
  const search = new URLSearchParams()
  for (const name of query) {
    const chosen = name === 'after' ? after : options[camel(name)]
    const value = fixedQuery[name] ?? values[name] ?? queryText(chosen)
    if (value !== undefined) search.set(name, value)
  }
  const { paymentSignature } = options
  return {
    operation: id,
    method,
    path: search.size === 0 ? filled : `${filled}?${search.toString()}`,
    body,
    ...(typeof paymentSignature === 'string' && { headers: { 'payment-signature': paymentSignature } }),
    ...(isKeyless !== undefined && { isKeyless }),
    ...(isPaid !== undefined && { isPaid }),
    ...(answer !== undefined && { answer }),
    ...(accept !== undefined && { accept }),
  }
}

function queryText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** A page, also where the answer is the items alone: then its `Link` header says whether there are more. */
function toPage(response: ApiResponse<unknown>, by: 'cursor' | 'seq'): ApiResponse<Page<unknown>> {
  if (by === 'cursor') return response as ApiResponse<Page<unknown>>
  const data = response.data as { seq: number }[]
  const hasMore = /;\s*rel="next"/.test(response.headers.get('link') ?? '') && data.length > 0
  const next = hasMore ? String(data.at(-1)?.seq) : null
  return { ...response, data: { data, has_more: hasMore, next_cursor: next } }
}
