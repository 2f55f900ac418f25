import type { Environment } from '@outturn/vocabulary'
import type { BusUser, Event, Job } from '@outturn/contracts'
import type { Bus, DeliveryContext, Reaction, Relay, ServedCommand, Worker } from '@outturn/messaging'
import type { Pool } from '@outturn/postgres'
import type { Backpressure } from '../telemetry/backpressure.ts'
import type { Clock } from '../clock.ts'
import type { commonSettings, databaseSettings } from '../config/common-settings.ts'
import type { Config, ConfigDefinition, ConfigShape, EnvironmentConfig } from '../config/define-config.ts'
import type { Ids } from '../ids.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { ReadinessCheck } from '../telemetry/probes.ts'
import type { WorkNeed } from './work-check.ts'
import type { SweepPlan } from '../sweepers/sweeper.ts'

/** Every service configuration holds the common settings; one with a database holds those of the database too. */
export type ServiceShape = ConfigShape & typeof commonSettings

/** What the two kinds of instances, with and without a database, are built from alike. */
type Tools = {
  readonly log: Log
  readonly metrics: Metrics
  readonly clock: Clock
  readonly ids: Ids
}

/** What one environment's instance is built from. */
export type BuildContext<S extends ServiceShape> = Tools & {
  readonly environment: Environment
  readonly config: EnvironmentConfig<S>
  readonly bus: Bus
} & (S extends typeof databaseSettings
    ? {
        readonly pool: Pool
        /** Carries the events of this service; reading it throws in a service that the contracts give none. */
        readonly relay: Relay
      }
    : unknown)

/** A reaction to an event of any kind; write one as `Reaction<typeof theEvent>`. */
export type AnyReaction = Omit<Reaction<Event>, 'handle'> & {
  handle: (payload: never, context: DeliveryContext) => Promise<void>
}

/** A worker for a job of any kind; write one as `Worker<typeof theJob>`. */
export type AnyWorker = Omit<Worker<Job>, 'handle'> & {
  handle: (payload: never, context: DeliveryContext) => Promise<unknown>
}

/** What an instance does once it is started. */
export type ServiceInstance = {
  readonly commands?: readonly ServedCommand[]
  readonly reactions?: readonly AnyReaction[]
  readonly jobs?: readonly AnyWorker[]
  readonly sweepers?: readonly SweepPlan[]
  /** Further conditions of readiness beside Postgres and the bus, such as loaded keys. */
  readonly readiness?: Readonly<Record<string, ReadinessCheck>>
  /** What it needs for its work besides its store and its queue; `check-work` of the service answers for it. */
  readonly needs?: readonly WorkNeed[]
  /** Runs before anything is served. */
  start?(): Promise<void>
  /** Runs when nothing is under way any more: the bus is closed by then, the pool is not. */
  stop?(): Promise<void>
}

export type FrontContext<S extends ServiceShape, I extends ServiceInstance> = Tools & {
  readonly config: Config<S>
  readonly backpressure: Backpressure
  /** Those of the hosted environments that have started, one at least; one that starts late is added. */
  readonly instances: Readonly<Partial<Record<Environment, I>>>
}

/** Something that serves all hosted environments at once, such as the HTTP server of the gateway. */
export type Front = {
  readonly readiness?: Readonly<Record<string, ReadinessCheck>>
  /** Runs when one instance serves at least; it answers for the others that it cannot, and not that there is nothing. */
  start(): Promise<void>
  /** Called when the process begins to stop: it goes on to serve, and no connection outlasts its next answer. */
  leave?(): void
  /** Takes nothing new and waits for what is in flight; runs before the instances stop. */
  stop(): Promise<void>
}

export type ServiceDefinition<S extends ServiceShape, I extends ServiceInstance = ServiceInstance> = {
  readonly name: BusUser
  readonly config: ConfigDefinition<S>
  /** Folder of the service's own migrations; the platform's tables come without being asked for. */
  readonly migrations?: string
  /** Builds one environment's instance; it takes part in nothing before it is returned. */
  build(context: BuildContext<S>): I | Promise<I>
  front?(context: FrontContext<S, I>): Front | Promise<Front>
}

/** Declares a service; `runService` runs it. */
export function defineService<S extends ServiceShape, I extends ServiceInstance>(
  definition: ServiceDefinition<S, I>,
): ServiceDefinition<S, I> {
  return definition
}
