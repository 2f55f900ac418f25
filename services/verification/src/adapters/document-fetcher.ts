import { fetchDocument } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import { ownPrincipal } from './evidence-reader.ts'

const maxDocumentBytes = 1_048_576
const timeoutMs = 10_000
/** The fetcher answers within its own time; the rest is for the bus. Deadlines are on the clock of the machine. */
const graceMs = 2_000

/** A document, or why there is none: a code that its account reads. */
export type FetchedDocument =
  | { readonly body: Uint8Array; readonly etag: string | null }
  | { readonly isUnchanged: true }
  | { readonly failure: string }

/** Fetches a document by way of the fetcher process. Throws a refusal while that does not answer. */
export type FetchDocument = (
  request: { accountId: string; url: string; headers: Readonly<Record<string, string>>; etag: string | null },
  requestId: string,
) => Promise<FetchedDocument>

export function createDocumentFetcher(bus: Pick<Bus, 'request'>): FetchDocument {
  return async (request, requestId) => {
    const deadline = Date.now() + timeoutMs + graceMs
    const { status, etag, body, failure } = await bus.request(
      fetchDocument,
      { ...request, maxBytes: maxDocumentBytes, timeoutMs },
      { principal: ownPrincipal, requestId, deadline },
    )
    if (failure !== null) return { failure }
    if (status === 304 && request.etag !== null) return { isUnchanged: true }
    return body === null ? { failure: `status_${status}` } : { body: Buffer.from(body, 'base64'), etag }
  }
}
