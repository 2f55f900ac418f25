/** One request that was sent, and how it ended. */
export interface Attempt {
  /** Id of the operation in the interface document: `verify-delivery`. */
  readonly operation: string
  readonly method: string
  /** Path with its query, without the address of the service. */
  readonly path: string
  /** 1 for the first request of a call. */
  readonly attempt: number
  readonly outcome: 'answered' | 'refused' | 'unreachable'
  readonly status: number | undefined
  /** Error code of a refusal. */
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly durationMs: number
  /** Wait before the next attempt in milliseconds; undefined where there is none. */
  readonly retryInMs: number | undefined
  readonly idempotencyKey: string | undefined
}

export type AttemptListener = (attempt: Attempt) => void
