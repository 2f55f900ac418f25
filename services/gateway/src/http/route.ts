import type { Endpoint, PassedText, Principal, View } from '@outturn/contracts'
import type { z } from 'zod'
import type { BundleReader } from '../adapters/bundle-reader.ts'
import type { Identity } from '../auth/identify.ts'
import type { CommandIdentity } from '../wire/command-identity.ts'
import type { GatewayInstance, Instances } from '../deps.ts'
import type { InnerAnswer, InnerRequest } from './inner/dispatch.ts'

/** What a route answers with: bytes or text that go out as they are. */
export type Answer = {
  readonly status: number
  readonly body: Uint8Array | string
  /** Without one the body is JSON. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** One admitted request. */
export type Call<Body = unknown, Query = unknown> = {
  readonly requestId: string
  /** The environment of the caller; of an anonymous one, the one that open routes use. Reading it throws while that has not started. */
  readonly instance: GatewayInstance
  readonly instances: Instances
  /** Reads what bundles are made of. */
  readonly bundles: Omit<BundleReader, 'stop'>
  /** Asks another route of this gateway, as a request of its own from the same client. */
  readonly dispatch: (request: InnerRequest) => Promise<InnerAnswer>
  readonly identity: Identity | null
  /** Where the request came from, as limits count it. */
  readonly address: string
  readonly principal: Principal
  /** The path as it was sent, without its query. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Names and values of the headers in turn, as they were sent. */
  readonly rawHeaders: readonly string[]
  /** The body as it was sent. */
  readonly bytes: Uint8Array
  readonly query: Query
  /** How much of the answer is asked for. */
  readonly view: View
  /** The body as its schema has it. Throws for a large one, which is here as its text alone: `request` passes that on. */
  readonly body: Body
  /** The body as a command takes it, without its idempotency key: for passing on only, since a large one is a text. */
  readonly request: Body
  /** Members of the body that a command takes beside its request, as the texts that it passes on. */
  readonly passed: Readonly<Record<string, PassedText>>
  readonly now: Date
  /** The idempotency key of the header or the body; null when there is none. Reading it throws where the two differ. */
  readonly idempotencyKey: string | null
  /** When the request must be answered, epoch milliseconds. */
  readonly deadline: number
  /**
   * Waits for room for a large answer, or a part of it, until its reader has it; `more` is what the answer takes besides. What a command
   * answers is asked for under it (`asCaller`). Undefined where the answer is bounded already, by the place of a large body.
   */
  readonly roomFor: ((bytes: number, more?: number) => Promise<void>) | undefined
  /** Which command this request is, by the key of its header or its body. */
  commandIdentity(): CommandIdentity
}

/** One endpoint with what answers it. */
export type Route = Endpoint & {
  /** Serves the paths of its pattern that no other route has with any method; throws before a body is read. */
  readonly refuseUnknown?: (params: Readonly<Record<string, string>>) => never
  /** Takes a form of one of our own pages in place of JSON; a page of another site cannot send it. */
  readonly takesForm?: boolean
  answer(call: Call): Promise<Answer> | Answer
}

type Output<S> = S extends z.ZodType ? z.output<S> : unknown

/** Serves an endpoint by a rule of its own; the answer gets the body and query as the schemas have them. */
export function serve<Body extends z.ZodType, Query extends z.ZodType, Reply extends z.ZodType>(
  endpoint: Endpoint<Body, Query, Reply>,
  answer: (call: Call<Output<Body>, Output<Query>>) => Promise<Answer> | Answer,
): Route {
  return { ...endpoint, answer }
}

/** Serves the form of a page of our own. */
export function serveForm<Body extends z.ZodType>(
  endpoint: Endpoint<Body>,
  answer: (call: Call<Output<Body>>) => Promise<Answer> | Answer,
): Route {
  return { ...endpoint, answer, takesForm: true }
}

/** A successful answer of JSON that exists already, or is made here. */
export function json(
  status: number,
  body: Uint8Array | string | object,
  headers?: Record<string, string>,
): Answer {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  return { status, body: text, ...(headers !== undefined && { headers }) }
}
