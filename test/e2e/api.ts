import { setTimeout as pause } from 'node:timers/promises'
import type {
  OneCallRequest,
  OneCallResponse,
  SandboxSession,
  TextQuestion,
  UnsupportedText,
} from '@outturn/contracts'
import type { SystemFile } from '../system/running-system.ts'

/** Verifications of one sandbox session of the system under test: few enough to be used up. */
export const sandboxVerifies = 3

/** An answer as it came over HTTP. */
export interface HttpAnswer<T = unknown> {
  status: number
  headers: Headers
  text: string
  json: T
}

export interface HttpCall {
  method?: string
  key?: string | undefined
  headers?: Record<string, string>
  /** Sent as JSON, or as it is when it is text. */
  body?: unknown
}

export type Send = <T = ErrorAnswer>(path: string, call?: HttpCall) => Promise<HttpAnswer<T>>

export interface ErrorAnswer {
  error: string
  code: string
  retryable: boolean
  remediation: string
  field?: string
  reason?: string
  idempotency_key?: string
  questions?: TextQuestion[]
  unsupported?: UnsupportedText[]
  fields_from?: string
}

/**
 * Sends over HTTP and nothing else, to the system that the test run started. Told that the system has too much to do or was not
 * done in time, on a busy machine, it waits as it is told and sends the same request again.
 */
export function sendTo({ base_url }: Pick<SystemFile, 'base_url'>): Send {
  return async <T>(path: string, call: HttpCall = {}) => {
    let { headers } = call
    for (;;) {
      const answer = await sendOnce<T>(`${base_url}${path}`, { ...call, ...(headers && { headers }) })
      const { reason, idempotency_key: key } = (answer.json ?? {}) as Partial<ErrorAnswer>
      if (answer.status !== 503 || (reason !== 'overloaded' && reason !== 'timeout')) return answer
      await pause(Number(answer.headers.get('retry-after')) * 1_000)
      if (key !== undefined) headers = { ...headers, 'idempotency-key': key }
    }
  }
}

/** Sends over HTTP and takes every answer as it comes. */
export function sendOnceTo({ base_url }: Pick<SystemFile, 'base_url'>): Send {
  return (path, call) => sendOnce(`${base_url}${path}`, call ?? {})
}

async function sendOnce<T>(
  url: string,
  { method, key, headers = {}, body }: HttpCall,
): Promise<HttpAnswer<T>> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (isJson && text !== '' ? JSON.parse(text) : null) as T,
  }
}

export function readSystem(text: string): SystemFile {
  return JSON.parse(text) as SystemFile
}

type Delivery = (typeof OneCallRequest)['_zod']['input']

/** Two rows of which both are right, for `cents` each; members given replace its own. */
export function delivery(changes: Partial<Delivery> = {}): Delivery {
  return {
    conditions: [
      {
        description: 'Every company has a name and a website.',
        deterministic_check: { checker: 'completeness', required_fields: ['name', 'website'] },
      },
    ],
    unit: { total_units: 2, unit_amount_cents: 250 },
    evidence: {
      rows: [
        { name: 'Aurora Robotics', website: 'https://aurora.example' },
        { name: 'Cobalt Freight', website: 'https://cobalt.example' },
      ],
    },
    ...changes,
  }
}

/** Verifies a delivery that must succeed. */
export async function verified(
  send: Send,
  key: string,
  body: unknown = delivery(),
): Promise<OneCallResponse> {
  const answer = await send<OneCallResponse>('/api/v1/verify', { key, body })
  if (answer.status !== 201) throw new Error(`verified nothing: ${answer.status} ${answer.text}`)
  return answer.json
}

export async function openSession(send: Send): Promise<SandboxSession> {
  return (await send<SandboxSession>('/api/sandbox/session', { method: 'POST' })).json
}
