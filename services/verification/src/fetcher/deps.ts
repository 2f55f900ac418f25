import type { Clock } from '@outturn/service'
import type { KeyedLimit } from '../adapters/keyed-limit.ts'
import type { FetchRules } from './guard/fetch-rules.ts'
import type { ResolveAddresses } from './guard/resolver.ts'

/** What the handlers of the fetcher work with. */
export type ObserveDeps = {
  readonly clock: Clock
  readonly rules: FetchRules
  readonly resolve: ResolveAddresses
  /** Places by account, so that no account can keep all sockets waiting on slow servers. */
  readonly inPlace: KeyedLimit
  /** Counts observations by result; many refused addresses are a sign of an attack. */
  readonly countObservation: (seen: 'status' | 'unreachable' | 'blocked_address') => void
}
