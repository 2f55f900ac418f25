import {
  jobConsumer,
  jobStream,
  runFetchingVerification,
  runHeavyVerification,
  runVerification,
} from '@outturn/contracts'
import { type Environment, environments } from '@outturn/vocabulary'
import type { ServerName } from '../settings.ts'
import { lagThreshold } from './lag-threshold.ts'

/** What says how many processes of a server are wanted; of several the one that wants most counts. */
export type ScalingTrigger =
  /** Used CPU as a share of what the processes request, in per cent. */
  | { readonly type: 'cpu'; readonly utilizationPercent: number }
  /** Messages of a consumer that wait or are worked on, for each process. */
  | {
      readonly type: 'lag'
      readonly environment: Environment
      readonly stream: string
      readonly consumer: string
      readonly threshold: number
    }

/** At most so many processes, or so large a part of them, within a time. */
export type ScalingPolicy = {
  readonly type: 'Pods' | 'Percent'
  readonly value: number
  readonly periodSeconds: number
}

export type ScalingDirection = {
  /** Of the numbers wanted within this time the one that changes least counts. */
  readonly stabilizationWindowSeconds: number
  /** Of several the one that allows most counts. */
  readonly policies: readonly ScalingPolicy[]
}

export type ScalingBehavior = { readonly up: ScalingDirection; readonly down: ScalingDirection }

/** What counts when the lag cannot be read: the present number where it is the higher one. */
export type ScalingFallback = {
  readonly failureThreshold: number
  readonly replicas: number
  readonly behavior: 'currentReplicasIfHigher'
}

/** How many processes of a server run. A fixed number has equal bounds and no trigger. */
export type Scaling = {
  readonly server: ServerName
  /** Never none: previews, policy texts and commands show in no queue. */
  readonly minReplicas: number
  readonly maxReplicas: number
  readonly triggers: readonly ScalingTrigger[]
  /** How often the lag is read while no one asks for it, seconds. */
  readonly pollingIntervalSeconds: number
  readonly behavior: ScalingBehavior
  /** Only where a trigger reads a lag: CPU needs none. */
  readonly fallback?: ScalingFallback
}

/** At once upwards, because callers wait; downwards when five minutes have wanted less, a quarter in a minute. */
const behavior: ScalingBehavior = {
  up: {
    stabilizationWindowSeconds: 0,
    policies: [
      { type: 'Pods', value: 4, periodSeconds: 15 },
      { type: 'Percent', value: 100, periodSeconds: 15 },
    ],
  },
  down: {
    stabilizationWindowSeconds: 300,
    policies: [{ type: 'Percent', value: 25, periodSeconds: 60 }],
  },
}

const pollingIntervalSeconds = 5

/** Half of a process is left for what comes before the next one has started. */
const cpu: ScalingTrigger = { type: 'cpu', utilizationPercent: 60 }

/**
 * Runs of the three queues that a process holds before one more is wanted. Light runs are taken in milliseconds and travel in packets, so
 * their lag stays at 0 or 1 until no CPU is left: CPU scales them, and their lag is for an emergency. Large runs take seconds each in one
 * thread. Runs that fetch wait on others: three quarters of the 64 that a process takes.
 */
const queues = [
  { job: runVerification, threshold: 8 },
  { job: runHeavyVerification, threshold: lagThreshold({ atOnce: 1, runSeconds: 5, waitSeconds: 10 }) },
  { job: runFetchingVerification, threshold: 48 },
]

const lags: readonly ScalingTrigger[] = environments.flatMap((environment) =>
  queues.map(({ job, threshold }) => ({
    type: 'lag' as const,
    environment,
    stream: jobStream(environment),
    consumer: jobConsumer(job),
    threshold,
  })),
)

function byCpu(server: ServerName, minReplicas: number, maxReplicas: number): Scaling {
  return { server, minReplicas, maxReplicas, triggers: [cpu], pollingIntervalSeconds, behavior }
}

function fixed(server: ServerName, replicas: number): Scaling {
  return {
    server,
    minReplicas: replicas,
    maxReplicas: replicas,
    triggers: [],
    pollingIntervalSeconds,
    behavior,
  }
}

/** How each server of a deployment is scaled. */
export const scalings: readonly Scaling[] = [
  byCpu('gateway', 2, 6),
  byCpu('spool', 2, 6),
  {
    ...byCpu('verification', 2, 10),
    triggers: [cpu, ...lags],
    fallback: { failureThreshold: 3, replicas: 2, behavior: 'currentReplicasIfHigher' },
  },
  byCpu('signing', 2, 4),
  fixed('billing', 2),
  fixed('settlement', 2),
  byCpu('document-audit', 2, 6),
  fixed('fetcher', 2),
]
