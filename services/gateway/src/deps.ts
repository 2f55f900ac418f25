import type { Environment } from '@outturn/vocabulary'
import type { Bus } from '@outturn/messaging'
import type { ServiceInstance } from '@outturn/service'
import type { KeyDirectory } from './auth/key-directory.ts'
import type { KeyGrants } from './auth/key-grants.ts'
import type { SandboxSessions } from './auth/sandbox-sessions.ts'
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
  readonly limit: RateLimiter
  /** What must answer before this environment can do its work; a check rejects when it does not. */
  readonly checks: Readonly<Record<'store' | 'rate_limit' | 'queue' | 'signing', () => Promise<void>>>
}

/** The environments that this deployment hosts. */
export type Instances = Readonly<Partial<Record<Environment, GatewayInstance>>>

/** The hosted environments, production first. */
export function hostedInstances({ production, demo }: Instances): GatewayInstance[] {
  return [production, demo].filter((instance) => instance !== undefined)
}
