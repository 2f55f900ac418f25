import { ApiPromise, type ApiResponse } from './api-promise.ts'

/** One page of a list. */
export interface Page<T> {
  readonly data: T[]
  readonly has_more: boolean
  /** Value of `after` for the next page; null on the last page. */
  readonly next_cursor: string | null
}

type ReadPage<T> = (after: string | undefined) => Promise<ApiResponse<Page<T>>>

/**
 * A list that is read page by page, when it is asked for: `for await` gives every item, `page()` the first page, `pages()` each page,
 * `all()` an array. Awaiting the list itself gives its first page.
 */
export class PagedList<T> implements AsyncIterable<T>, PromiseLike<Page<T>> {
  readonly #readPage: ReadPage<T>
  readonly #after: string | undefined

  constructor(readPage: ReadPage<T>, after: string | undefined) {
    this.#readPage = readPage
    this.#after = after
  }

  /** The first page. */
  page(): ApiPromise<Page<T>> {
    return new ApiPromise(this.#readPage(this.#after))
  }

  /** The first page with its status and headers. */
  withResponse(): Promise<ApiResponse<Page<T>>> {
    return this.page().withResponse()
  }

  /** Each page, until there is none. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let after = this.#after
    for (;;) {
      const { data: page } = await this.#readPage(after)
      yield page
      const next = page.next_cursor ?? undefined
      if (!page.has_more || next === undefined) return
      // A service that names the same page again would be read without end.
      if (next === after) throw new Error(`The list does not go on after ${after}.`)
      after = next
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data
  }

  /** All items, or the first `limit` of them. */
  async all({ limit = Number.POSITIVE_INFINITY }: { limit?: number } = {}): Promise<T[]> {
    const items: T[] = []
    if (limit <= 0) return items
    for await (const item of this) {
      items.push(item)
      if (items.length >= limit) break
    }
    return items
  }

  /** The first page, so that a list can be awaited. */
  // oxlint-disable-next-line unicorn/no-thenable -- awaiting a list gives its first page
  then<A = Page<T>, B = never>(
    onFulfilled?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.page().then(onFulfilled, onRejected)
  }
}
