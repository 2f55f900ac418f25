import type { Duration } from '../rules/time-scale.ts'

/** A promise about 28 days, and the counters that measure it. */
export type Objective = {
  readonly name: string
  /** What is promised, as a sentence. */
  readonly promise: string
  /** Share of good events that is promised. */
  readonly target: number
  /** Rate of all events and of the bad ones over a range, `RANGE` in its place. */
  readonly all: string
  readonly bad: string
}

const requests = 'outturn_http_request_seconds'
const isVerification = 'method="POST",route=~"/api/v1/verify(/x402)?|/api/v1/spools/:id/verify"'
const rateOf = (selector: string): string => `sum(rate(${selector}[RANGE]))`

export const objectives: readonly Objective[] = [
  {
    name: 'verify',
    promise: 'A verification is answered without a server error.',
    target: 0.999,
    all: rateOf(`${requests}_count{${isVerification}}`),
    bad: rateOf(`${requests}_count{${isVerification},status="5xx"}`),
  },
  {
    name: 'verify_latency',
    promise: 'A verification that succeeds is answered within a second.',
    target: 0.99,
    all: rateOf(`${requests}_count{${isVerification},status="2xx"}`),
    bad: `${rateOf(`${requests}_count{${isVerification},status="2xx"}`)} - ${rateOf(`${requests}_bucket{${isVerification},status="2xx",le="1"}`)}`,
  },
  {
    name: 'read',
    promise: 'A read is answered without a server error.',
    target: 0.9995,
    all: rateOf(`${requests}_count{method="GET"}`),
    bad: rateOf(`${requests}_count{method="GET",status="5xx"}`),
  },
  {
    name: 'log',
    promise:
      'A receipt is covered by a signed checkpoint of the log within a minute: the share of time in which none waits for longer.',
    target: 0.999,
    all: 'count_over_time(outturn:log_late[RANGE]) / count_over_time(outturn:log_late[RANGE])',
    bad: 'avg_over_time(outturn:log_late[RANGE])',
  },
]

/** How fast a budget may be used before someone is told, over a long window and a short one that shows that it goes on. */
export type BurnRate = {
  readonly times: number
  readonly long: Duration
  readonly short: Duration
  readonly severity: 'page' | 'ticket'
}

export const burnRates: readonly BurnRate[] = [
  { times: 14.4, long: '1h', short: '5m', severity: 'page' },
  { times: 6, long: '6h', short: '30m', severity: 'page' },
  { times: 3, long: '1d', short: '2h', severity: 'ticket' },
  { times: 1, long: '3d', short: '6h', severity: 'ticket' },
]
