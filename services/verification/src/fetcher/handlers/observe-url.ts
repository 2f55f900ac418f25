import { type observeUrl, unavailable } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { ObserveDeps } from '../deps.ts'
import { type FetchOutcome, type FetchRequest, fetchGuarded } from '../guard/guarded-fetch.ts'
import { ResolverUnavailable } from '../guard/resolver.ts'

/** Observes one URL. The time of the command is all there is: waiting for a permit, name lookups and every hop included. */
export function handleObserveUrl(deps: ObserveDeps): Handler<typeof observeUrl> {
  return async ({ accountId, url, timeoutMs, ...how }, { deadline, now }) => {
    const timeMs = Math.min(timeoutMs, deadline - now.getTime())
    const signal = timeMs > 0 ? AbortSignal.timeout(timeMs) : AbortSignal.abort()
    const outcome = await observePermitted(deps, accountId, { url, ...how, signal })
    deps.countObservation('failure' in outcome ? outcome.failure : 'status')
    const at = deps.clock.now().toISOString()
    return 'failure' in outcome
      ? { url, final_url: null, status: null, failure: outcome.failure, at }
      : { url, final_url: outcome.finalUrl, status: outcome.status, failure: null, at }
  }
}

async function observePermitted(
  { rules, resolve, fetches }: ObserveDeps,
  accountId: string,
  request: FetchRequest,
): Promise<FetchOutcome> {
  try {
    return await fetches.run(() => fetchGuarded(request, rules, resolve), {
      key: accountId,
      signal: request.signal,
    })
  } catch (error) {
    if (error instanceof ResolverUnavailable) {
      throw Object.assign(unavailable('The name servers of the fetcher do not answer.'), { cause: error })
    }
    if (!request.signal.aborted) throw error
    return { failure: 'unreachable' }
  }
}
