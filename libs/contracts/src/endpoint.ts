import type { z } from 'zod'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors/codes.ts'
import type { PathParameter } from './path-parameters.ts'
import type { Tag } from './gateway/tags.ts'

export type Success<Reply extends z.ZodType = z.ZodType> = {
  readonly status: number
  readonly description: string
  /** JSON of this schema, or something else of this media type. */
  readonly content: Reply | { readonly mediaType: string; readonly orJson?: z.ZodType }
}

/**
 * Largest body of an operation that does not name its own limit, in bytes. What anyone may send is small; what a key may send
 * is what an event loop reads without holding others up.
 */
export const ordinaryBodyBytes = { none: 1_024, unkeyed: 4_096, keyed: 256 * 1_024 } as const

/** Of an operation that takes evidence or results in its body: as much as the deployment takes. */
export const largeBody: BodyLimit = { bytes: 64 * 1_024 * 1_024 }

export type BodyLimit = {
  readonly bytes: number
  /** How a larger body is refused; `input_too_large` where it names no other. */
  readonly code?: 'evidence_too_large'
  /**
   * The most values that the body may have, for one that carries files in its strings. It takes as much memory as it is long, and no
   * multiple of that, so its limit may be above that of the deployment.
   */
  readonly maxValues?: number
}

/** What a sandbox session has a budget of. */
export type SandboxUse = 'compiles' | 'spools' | 'verifies'

/** Protocols that carry a challenge and a payment in the headers of a request. */
export type PaymentProtocol = 'mpp' | 'x402'

/** One operation as it is served over HTTP: how it is reached, who may use it, what it takes and what it answers. */
export type Endpoint<
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  readonly operationId: string
  readonly method: 'DELETE' | 'GET' | 'POST'
  /** Parameters are written `:name`. */
  readonly path: string
  readonly access: Access
  /** The group under which the interface document shows it. */
  readonly tag: Tag
  readonly summary: string
  /** What it does, when it is used, what it costs or moves, and what comes next, in a few sentences. What is internal has none. */
  readonly description?: string
  /** Kept out of the interface document: files and aliases of one's own pages. */
  readonly isInternal?: boolean
  readonly isRateLimited: boolean
  /** Total time for the answer, in milliseconds. */
  readonly deadlineMs?: number
  readonly params?: Readonly<Record<string, PathParameter>>
  /** Without one no query parameter is taken. */
  readonly query?: Query
  /** What is for browsers takes any query and ignores it. */
  readonly ignoresQuery?: boolean
  /** With `view=summary` in its query the answer is without its long parts. */
  readonly hasViews?: boolean
  /** Without one no body is taken. */
  readonly body?: Body
  /** Largest body, below the one of the deployment, in place of the ordinary one; what is larger is refused before it is read. */
  readonly bodyLimit?: BodyLimit
  /** No body at all means `{}`. */
  readonly isBodyOptional?: boolean
  /** Its body reaches the operation byte by byte as it came, of any media type. */
  readonly takesBytes?: boolean
  /** A body for the interface document, as a caller would send it. */
  readonly example?: z.input<Body>
  /** Its answer carries the ETag of a Spool, which a read takes back as If-None-Match and a write as If-Match. */
  readonly isTagged?: boolean
  /** Its answer is a list that may go on at the address in its Link header, with `rel="next"`. */
  readonly continuesByLink?: boolean
  /** Its answer carries an ETag of its bytes, which a read takes back as If-None-Match. */
  readonly isRevalidated?: boolean
  /** Its answer is for the parties only and may change, so that no shared cache keeps it. */
  readonly isPrivate?: boolean
  /** What a sandbox session spends on each use. */
  readonly sandboxUse?: SandboxUse
  /** It is answered to who pays for it by this protocol; a key, where it takes one, may then stand in X-Api-Key. */
  readonly paidBy?: PaymentProtocol
  /** The gateway has a rule of its own for it and serves it by that alone. */
  readonly hasOwnRule?: boolean
  readonly success: Success<Reply>
  /** What it answers with instead in the case that its description names. */
  readonly otherSuccess?: Success
  /** Codes beside those that every endpoint of its kind can refuse with. */
  readonly refuses: readonly ErrorCode[]
}

/** Body of an endpoint as a caller sends it; members with a default may be left out. */
export type EndpointBody<E extends Endpoint> = E extends Endpoint<infer Body> ? z.input<Body> : never

/** Reply of an endpoint that answers with JSON. */
export type EndpointReply<E extends Endpoint> =
  E extends Endpoint<z.ZodType, z.ZodType, infer Reply> ? z.output<Reply> : never

type Optional = 'isRateLimited' | 'method' | 'refuses'
export type EndpointFields<Body extends z.ZodType, Query extends z.ZodType, Reply extends z.ZodType> = Omit<
  Endpoint<Body, Query, Reply>,
  Optional
> &
  Partial<Pick<Endpoint, Optional>>

/** Declares what is served over HTTP: rate limited, and by GET unless it takes a body, where it does not say otherwise. */
export function defineEndpoint<
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
>(fields: EndpointFields<Body, Query, Reply>): Endpoint<Body, Query, Reply> {
  const { params = {}, sandboxUse, refuses = [] } = fields
  return {
    isRateLimited: true,
    method: fields.body === undefined ? 'GET' : 'POST',
    ...fields,
    refuses: [
      ...new Set([
        ...refuses,
        ...Object.values(params).flatMap(({ absent }) => (absent === undefined ? [] : [absent().code])),
        ...(sandboxUse === undefined ? [] : (['limit_reached'] as const)),
        ...(sandboxUse === 'verifies' ? (['sandbox_resting'] as const) : []),
      ]),
    ],
  }
}

/** The path of an endpoint with these values in the places of its parameters, and this query behind it. */
export function pathTo(
  { path }: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`the path ${path} needs a value for ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return search.size === 0 ? filled : `${filled}?${search}`
}
