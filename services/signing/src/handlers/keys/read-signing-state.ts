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
    const [log] = await Promise.all([floor.check(), keys.refresh()])
    const recoveryEpoch = log.kind === 'kept' ? log.epoch : (log.floor?.recoveryEpoch ?? 0)
    if (isOff) return { state: 'off', missing: null, recoveryEpoch }
    if (log.kind === 'restored') {
      const message = `${describeRestored(log)} Nothing is signed until an operator decides.`
      return {
        state: 'restored',
        missing: { message, remediation: adviceOnRestored(environment, log) },
        recoveryEpoch,
      }
    }
    const missing = missingForVerification(keys.missing())
    if (missing.length === 0) return { state: 'ready', missing: null, recoveryEpoch }
    return {
      state: 'no_key',
      recoveryEpoch,
      missing: {
        message: describeMissingKeys(environment, missing),
        remediation: adviceOnMissingKeys(environment, missing),
      },
    }
  }
}
