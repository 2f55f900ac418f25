import { type Environment, environments } from '@outturn/vocabulary'
import { type CommandOutput, type readPaymentLanes, unavailable } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import type { ServiceInstance } from '@outturn/service'
import type { KeyDirectory } from './auth/key-directory.ts'
import type { KeyGrants } from './auth/key-grants.ts'
import type { SandboxSessions } from './auth/sandbox-sessions.ts'
import type { LostTimeWatch } from './adapters/lost-time.ts'
import type { FailingService } from './adapters/work-checks.ts'
import type { Console } from './console/console.ts'
import type { NamedReturn } from './store/return-store.ts'
import type { TokenHash } from './auth/token-hash.ts'
import type { RequestLog } from './request-log/request-log.ts'
import type { RequestReader } from './request-log/request-reader.ts'
import type { RateLimiter } from './rate-limit/rate-limiter.ts'

/** One environment as the routes use it. What it holds of another environment is nothing. */
export type GatewayInstance = ServiceInstance & {
  readonly environment: Environment
  readonly bus: Pick<Bus, 'request' | 'requestBytes'>
  readonly keys: KeyDirectory
  readonly grants: KeyGrants
  /** Where a grant is exchanged, as it is handed out. */
  readonly exchangeUrl: string
  readonly sessions: SandboxSessions
  /** The address that a page names before a browser goes on to it. */
  readonly findReturn: (id: string) => Promise<NamedReturn | null>
  readonly limit: RateLimiter
  /** People, their sessions and what they did. */
  readonly console: Console
  readonly requestLog: RequestLog
  /** Reads what the request log has of an account. */
  readonly requests: RequestReader
  /** What is stored of a token. */
  readonly hashToken: TokenHash
  /** Requests a minute of an account without a quota of its own. */
  readonly quota: number
  /** What must answer before this environment can do its work; a check rejects when it does not. */
  readonly checks: Readonly<Record<'store' | 'rate_limit' | 'queue', () => Promise<void>>>
  /** What fails now of the services that a verification needs. */
  readonly failingWork: () => Promise<readonly FailingService[]>
  /** Which lanes take payments; nothing else depends on them. */
  readonly paymentLanes: () => Promise<CommandOutput<typeof readPaymentLanes>>
  /** The time whose records a restore lost. */
  readonly lostTime: Pick<LostTimeWatch, 'current' | 'lacksErasures' | 'recoveryEpoch'>
}

/** The environments that this deployment hosts. One that has not started is tried again while the other is served. */
export type Instances = {
  /** Production first. */
  readonly hosted: readonly Environment[]
  readonly started: Readonly<Partial<Record<Environment, GatewayInstance>>>
  /** Undefined where it is not hosted. Throws a 503 while it has not started: then nothing is known of what it holds. */
  of(environment: Environment): GatewayInstance | undefined
}

/** `started` is read anew at each question, because an environment may start late. */
export function hostedInstances(
  hosts: readonly Environment[],
  started: Readonly<Partial<Record<Environment, GatewayInstance>>>,
): Instances {
  const hosted = environments.filter((environment) => hosts.includes(environment))
  return {
    hosted,
    started,
    of(environment) {
      const instance = started[environment]
      if (instance === undefined && hosted.includes(environment)) throw notStarted(environment)
      return instance
    },
  }
}

/** The environment that serves callers who are no one's: production where it is hosted. */
export function openEnvironment({ hosted }: Pick<Instances, 'hosted'>): Environment {
  const [first] = hosted
  if (first === undefined) throw new Error('no environment is hosted')
  return first
}

/** The instance that serves callers who are no one's. Throws a 503 while it has not started. */
export function openInstance(instances: Instances): GatewayInstance {
  return instances.of(openEnvironment(instances)) as GatewayInstance
}

/** For what either environment does as well, such as counting requests: the first that has started. */
export function anyStarted({ started: { production, demo } }: Instances): GatewayInstance {
  const instance = production ?? demo
  if (instance === undefined) throw new Error('no environment has started')
  return instance
}

const words = { production: 'The production environment', demo: 'The sandbox' } as const

function notStarted(environment: Environment) {
  return unavailable(`${words[environment]} of this deployment has not started.`, {
    reason: 'environment_not_started',
    retryAfterSeconds: 10,
  })
}
