import type { Log, Metrics } from '@outturn/service'

/** How one request ended. `route` is the pattern, never the path: paths carry ids and share tokens. */
export type ObservedRequest = {
  requestId: string
  method: string
  route: string
  /** 499 when the caller went away first. */
  status: number
  ms: number
  accountId: string | undefined
}

export type RequestObserver = (request: ObservedRequest) => void

/** One line and one measurement for each request. */
export function observeRequests({
  log,
  metrics,
  inFlight,
}: {
  log: Log
  metrics: Metrics
  inFlight: () => number
}): RequestObserver {
  const duration = metrics.duration('http_request_seconds', 'Time to answer a request.', [
    'method',
    'route',
    'status',
  ])
  metrics.observe({
    name: 'http_in_flight',
    help: 'Requests under way.',
    kind: 'gauge',
    labels: [],
    read: () => [{ labels: {}, value: inFlight() }],
  })
  return (request) => {
    duration.observe(
      // A caller may send any method where there is no route.
      {
        method: request.route === 'unknown' ? 'any' : request.method,
        route: request.route,
        status: `${Math.floor(request.status / 100)}xx`,
      },
      request.ms / 1000,
    )
    log.info(request, 'answered')
  }
}
