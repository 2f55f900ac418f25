/** Options of one call. */
export interface CallOptions {
  /** Ends the call. The call then rejects with the reason of the signal, and its outcome is not known. */
  signal?: AbortSignal | undefined
  /** Total time for the call with all its attempts, in milliseconds. */
  deadlineMs?: number | undefined
  /** Largest number of attempts of the call; 1 sends it once. */
  maxAttempts?: number | undefined
  /** Tag of the answer that is already known, as `etag` of `withResponse()`. */
  ifNoneMatch?: string | undefined
  /** Headers that are sent beside those of the client. */
  headers?: Readonly<Record<string, string>> | undefined
}

/** Options of a call that may change something. */
export interface WriteOptions extends CallOptions {
  /** Names the call, so that sending it again repeats its answer and not its effect. Default: a new random key for each call. */
  idempotencyKey?: string | undefined
}

/** Options of an action on a Spool. */
export interface ActOptions extends WriteOptions {
  /** Tag of the Spool as last seen: if the Spool has changed since, the call is refused with `store_conflict` and does nothing. */
  ifMatch?: string | undefined
}

/** Asks for an answer only if it has changed since the one with this tag. */
export interface IfChanged {
  ifNoneMatch: string
}

/** Asks for an answer without its long parts. */
export interface AsSummary {
  view: 'summary'
}
