/** An answer with what came beside its body. */
export interface ApiResponse<T> {
  readonly data: T
  readonly status: number
  readonly headers: Headers
  /** Names the request in the logs of the service; quote it when you ask for help. */
  readonly requestId: string | undefined
  /** Tag of this state, for `ifMatch` and `ifNoneMatch`. */
  readonly etag: string | undefined
  /** Number of requests that were sent. */
  readonly attempts: number
  /** Key of the call, if it was one that may change something. */
  readonly idempotencyKey: string | undefined
}

/** The body of an answer to come; `withResponse()` gives it with its status and headers. The request is sent in either case, once. */
export class ApiPromise<T> implements Promise<T> {
  readonly #response: Promise<ApiResponse<T>>
  readonly [Symbol.toStringTag] = 'ApiPromise'

  constructor(response: Promise<ApiResponse<T>>) {
    this.#response = response
  }

  withResponse(): Promise<ApiResponse<T>> {
    return this.#response
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise
  then<A = T, B = never>(
    onFulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#response.then(({ data }) => data).then(onFulfilled, onRejected)
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#response.then(({ data }) => data).finally(onFinally)
  }
}
