import { observeUrl, Refusal } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import type { Observation } from '@outturn/agreement'
import type { Clock } from '@outturn/service'
import { notReached, type RecordedObservation, type UrlToObserve } from '../domain/observation-sets.ts'
import { ownPrincipal } from './evidence-reader.ts'

/** Observes URLs by way of the fetcher process; leaves out those that the service could not look at. */
export type ObserveUrls = (
  urls: readonly UrlToObserve[],
  run: { accountId: string; runId: string; deadline: number },
) => Promise<RecordedObservation[]>

/** URLs of one run that are observed at once. */
const parallelUrls = 20

/**
 * What the deadline leaves unobserved counts as unreachable: no caller waits for it any longer. Of what the service itself could not look
 * at, because its fetcher or its resolver did not answer, there is no observation.
 */
export function createUrlObserver(bus: Pick<Bus, 'request'>, clock: Clock): ObserveUrls {
  async function observe(
    { url, method, retriesWithGet, maxRedirects, timeoutMs }: UrlToObserve,
    { accountId, runId, deadline }: Parameters<ObserveUrls>[1],
  ): Promise<Observation | null> {
    const now = clock.now()
    const remainingMs = deadline - now.getTime()
    if (remainingMs <= 0) return notReached(url, now.toISOString())
    try {
      return await bus.request(
        observeUrl,
        { accountId, url, method, retriesWithGet, maxRedirects, timeoutMs: Math.min(timeoutMs, remainingMs) },
        { principal: ownPrincipal, requestId: runId, deadline },
      )
    } catch (error) {
      // A fetcher that is down or overloaded saw nothing, and says nothing of the target.
      if (error instanceof Refusal) return null
      throw error
    }
  }

  return async (urls, run) => {
    const seen: RecordedObservation[] = []
    const queue = urls.values()
    const observeInTurn = async () => {
      for (const next of queue) {
        const observation = await observe(next, run)
        if (observation !== null) {
          seen.push({ conditionId: next.conditionId, ordinal: next.ordinal, observation })
        }
      }
    }
    await Promise.all(Array.from({ length: parallelUrls }, observeInTurn))
    return seen
  }
}
