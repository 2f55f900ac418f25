import type { Log, Metrics } from '@outturn/service'

/** What is kept within a number, so that the work of some callers does not stop that of the others. */
export type Bound =
  | 'body_bytes'
  | 'connections'
  | 'connections_of_address'
  | 'event_loop'
  | 'large_answers'
  | 'large_answers_of_caller'
  | 'large_bodies'
  | 'requests'
  | 'requests_of_address'
  | 'slow_answer'
  | 'unread_answer'

export type RefusedWork = {
  /** Counts what a limit of the contract refused. */
  count(bound: Bound): void
  /** Counts what was refused or cut off for load, and says so in the log: once a second while it goes on. */
  note(bound: Bound): void
}

const quietMs = 1_000

/** The counters of what was refused by each bound. */
export function countRefusedWork({ log, metrics }: { log: Log; metrics: Metrics }): RefusedWork {
  const refused = metrics.counter('http_refused_total', 'Requests and connections refused, by bound.', [
    'bound',
  ])
  let since = new Map<Bound, number>()

  function say(): void {
    const counts = Object.fromEntries(since)
    since = new Map()
    log.warn({ refused: counts, withinMs: quietMs }, 'requests were refused for load')
  }

  return {
    count: (bound) => refused.inc({ bound }),
    note(bound) {
      refused.inc({ bound })
      if (since.size === 0) setTimeout(say, quietMs).unref()
      since.set(bound, (since.get(bound) ?? 0) + 1)
    },
  }
}
