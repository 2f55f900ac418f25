import type { ErrorCode, ErrorReason } from '@outturn/contracts'
import type { KeyScope } from '@outturn/vocabulary'
import type { z } from 'zod'

/** The account and key that a request belongs to. */
export type LoggedCaller = {
  readonly accountId: string
  readonly keyId: string
  readonly scope: KeyScope
}

/** Why a request was refused, in the words of its answer. */
export type LoggedRefusal = {
  readonly code: ErrorCode
  readonly error: string
  readonly remediation: string
  readonly field: string | null
  readonly reason: ErrorReason | null
}

/** A request that was answered, as it is held until the flusher redacts it. Nothing of this is written as it is. */
export type RequestEntry = {
  readonly id: string
  readonly at: Date
  readonly tookMs: number
  readonly method: string
  /** Pattern of the route; null where there is none. */
  readonly route: string | null
  /** Path with its query, as it was sent. */
  readonly url: string
  /** Words of the paths of all routes, which are kept. */
  readonly pathWords: ReadonlySet<string>
  readonly status: number
  /** Who asked; the hash of a key that was not in force, whose account the flusher looks up. */
  readonly caller: LoggedCaller | { readonly tokenHash: string }
  readonly address: string
  readonly userAgent: string
  /** Values of the headers that a message may quote. */
  readonly headers: readonly string[]
  readonly idempotencyKey: string | null
  readonly rateLimit: string | null
  readonly refusal: LoggedRefusal | null
  /** The Spool that it made, by its answer. */
  readonly madeSpoolId: string | null
  /** One of this many successes that were answered alike; 1 for a refusal. */
  readonly weight: number
  readonly bodyBytes: number
  readonly body: Uint8Array | null
  /** It had a body, which is not here any more, so that what the refusal quotes of it cannot be told. */
  readonly isBodyGone: boolean
  readonly bodySchema: z.ZodType | undefined
}
