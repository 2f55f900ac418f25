import type { readSigningState } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SigningDeps } from '../../deps.ts'
import { adviceOnRestored, describeRestored } from '../../flows/floor/restored.ts'
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
  floor,
}: SigningDeps): Handler<typeof readSigningState> {
  return async () => {
    if (isOff) return { state: 'off', missing: null }
    const [log] = await Promise.all([floor.check(), keys.refresh()])
    if (log.kind === 'restored') {
      const message = `${describeRestored(log)} Nothing is signed until an operator decides.`
      return { state: 'restored', missing: { message, remediation: adviceOnRestored(environment, log) } }
    }
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
