import type { ErrorCode, Principal } from '@outturn/contracts'
import type { z } from 'zod'
import type { Operation } from '../auth/access.ts'
import type { Identity, Instances } from '../auth/identify.ts'
import type { CommandIdentity } from '../wire/command-identity.ts'
import type { GatewayInstance } from '../instance.ts'

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
  /** The environment of the caller; of an anonymous one, the one that open routes use. */
  readonly instance: GatewayInstance
  readonly instances: Instances
  readonly identity: Identity | null
  readonly principal: Principal
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly query: Query
  readonly body: Body
  readonly now: Date
  /** The `Idempotency-Key` header; null when there is none. */
  readonly idempotencyKey: string | null
  /** When the request must be answered, epoch milliseconds. */
  readonly deadline: number
  /** Which command this request is; `bodyKey` is the key that the body itself carries. */
  commandIdentity(bodyKey?: string): CommandIdentity
}

export type Success = {
  readonly status: number
  readonly description: string
  /** JSON of this schema, or something else of this media type. */
  readonly content: z.ZodType | { readonly mediaType: string; readonly orJson?: z.ZodType }
}

export type QueryParameter = { readonly schema: z.ZodType; readonly description: string }

/** One operation of the interface: how it is reached, who may use it, what it takes and what it answers. */
export type Route<Body extends z.ZodType = z.ZodType, Query extends z.ZodType = z.ZodType> = {
  readonly method: 'GET' | 'POST'
  /** Parameters are written `:name`. */
  readonly path: string
  readonly operation: Operation
  readonly summary: string
  /** Kept out of the interface document: files and aliases of one's own pages. */
  readonly isInternal?: boolean
  readonly isRateLimited: boolean
  /** Total time for the answer, in milliseconds. */
  readonly deadlineMs?: number
  readonly params?: Readonly<Record<string, { readonly pattern: string; readonly description: string }>>
  /** A route without one takes no query parameter; what is for browsers takes and ignores any. */
  readonly query?: Query | 'ignored'
  /** Serves the paths of its pattern that no other route has with any method; throws before a body is read. */
  readonly refuseUnknown?: (params: Readonly<Record<string, string>>) => never
  /** A route without one takes no body. */
  readonly body?: Body
  /** No body at all means `{}`. */
  readonly isBodyOptional?: boolean
  /** A body for the interface document, as a caller would send it. */
  readonly example?: z.input<Body>
  /** Its answer carries the ETag of a Spool, which a read takes back as If-None-Match and a write as If-Match. */
  readonly isTagged?: boolean
  readonly success: Success
  /** What it answers with instead where its query asks for something else. */
  readonly otherSuccess?: Success
  /** Codes beside those that every route of its kind can refuse with. */
  readonly refuses?: readonly ErrorCode[]
  answer(call: Call<z.output<Body>, z.output<Query>>): Promise<Answer> | Answer
}

/** Declares a route; its handler gets the body and query as the schemas have them. */
export function defineRoute<Body extends z.ZodType = z.ZodType, Query extends z.ZodType = z.ZodType>(
  route: Route<Body, Query>,
): Route {
  return route
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
