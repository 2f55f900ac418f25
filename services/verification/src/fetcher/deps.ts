import type { Semaphore } from '@outturn/concurrency'
import type { Clock } from '@outturn/service'
import type { FetchRules } from './guard/fetch-rules.ts'
import type { ResolveAddresses } from './guard/resolver.ts'

/** What the handlers of the fetcher work with. */
export type ObserveDeps = {
  readonly clock: Clock
  readonly rules: FetchRules
  readonly resolve: ResolveAddresses
  /** Fetches by account, so that no account can keep all sockets waiting on slow servers. */
  readonly fetches: Semaphore
  /** Counts observations by result; many refused addresses are a sign of an attack. */
  readonly countObservation: (seen: 'status' | 'unreachable' | 'blocked_address') => void
}
