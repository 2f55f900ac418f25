import { type fetchDocument, unavailable } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { ObserveDeps } from '../deps.ts'
import { fetchDocumentGuarded } from '../guard/guarded-fetch.ts'
import { ResolverUnavailable } from '../guard/resolver.ts'

const nothing = { status: null, etag: null, body: null }

/** Fetches one document within the time of its command, as observations are made. */
export function handleFetchDocument(deps: ObserveDeps): Handler<typeof fetchDocument> {
  return async ({ accountId, url, headers, etag, maxBytes, timeoutMs }, { deadline, now }) => {
    const timeMs = Math.min(timeoutMs, deadline - now.getTime())
    const signal = timeMs > 0 ? AbortSignal.timeout(timeMs) : AbortSignal.abort()
    const request = {
      url,
      headers: { ...headers, ...(etag !== null && { 'if-none-match': etag }) },
      maxBytes,
      signal,
    }
    try {
      const fetched = await deps.fetches.run(() => fetchDocumentGuarded(request, deps.rules, deps.resolve), {
        key: accountId,
        signal,
      })
      deps.countObservation('failure' in fetched ? fetched.failure : 'status')
      if ('failure' in fetched) return { ...nothing, failure: fetched.failure }
      const { status, body, isEncoded } = fetched
      if (isEncoded) return { ...nothing, status, failure: 'encoded' }
      if (status === 200 && body === null) return { ...nothing, status, failure: 'too_large' }
      return {
        status,
        etag: fetched.etag,
        body: body === null ? null : Buffer.from(body).toString('base64'),
        failure: null,
      }
    } catch (error) {
      if (error instanceof ResolverUnavailable) {
        throw Object.assign(unavailable('The name servers of the fetcher do not answer.'), { cause: error })
      }
      if (!signal.aborted) throw error
      return { ...nothing, failure: 'unreachable' }
    }
  }
}
