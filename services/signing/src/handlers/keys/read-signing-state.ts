import type { readSigningState } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SigningDeps } from '../../deps.ts'
import {
  adviceOnMissingKeys,
  describeMissingKeys,
  missingForVerification,
} from '../../domain/keys/missing-keys.ts'

/** By the ring as it is now: work is about to be done that is lost without a receipt. */
export function handleReadSigningState({
  environment,
  isOff,
  keys,
}: SigningDeps): Handler<typeof readSigningState> {
  return async () => {
    if (isOff) return { state: 'off', missing: null }
    await keys.refresh()
    const missing = missingForVerification(keys.missing())
    if (missing.length === 0) return { state: 'ready', missing: null }
    return {
      state: 'no_key',
      missing: {
        message: describeMissingKeys(environment, missing),
        remediation: adviceOnMissingKeys(environment, missing),
      },
    }
  }
}
