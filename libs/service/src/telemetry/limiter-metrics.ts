import type { Semaphore } from '@outturn/concurrency'
import type { Metrics } from './metrics.ts'

/** Exposes the state of a semaphore under the name of what it limits; those of the environments in one process are added up. */
export function observeLimiter(
  metrics: Metrics,
  limiter: string,
  semaphore: Pick<Semaphore, 'state'>,
): () => void {
  const ends = [
    metrics.observe({
      name: 'limiter_held',
      help: 'Permits that are held, in the unit of the limiter.',
      kind: 'gauge',
      labels: ['limiter'],
      read: () => [{ labels: { limiter }, value: semaphore.state().held }],
    }),
    metrics.observe({
      name: 'limiter_waiting',
      help: 'Requests that wait for a permit.',
      kind: 'gauge',
      labels: ['limiter'],
      read: () => [{ labels: { limiter }, value: semaphore.state().waiting }],
    }),
    metrics.observe({
      name: 'limiter_refused_total',
      help: 'Requests that got no permit, by whether the limit of all or of their own key was in the way.',
      kind: 'counter',
      labels: ['limiter', 'bound'],
      read: () => {
        const { total, key } = semaphore.state().refused
        return [
          { labels: { limiter, bound: 'total' }, value: total },
          { labels: { limiter, bound: 'key' }, value: key },
        ]
      },
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
