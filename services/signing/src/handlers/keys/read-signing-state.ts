import type { readSigningState } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SigningDeps } from '../../deps.ts'

/** By the ring as it is now: work is about to be done that is lost without a receipt. */
export function handleReadSigningState({ isOff, keys }: SigningDeps): Handler<typeof readSigningState> {
  return async () => {
    if (isOff) return { state: 'off' }
    await keys.refresh()
    const { receipt, attestation } = keys.signers
    return { state: receipt === null || attestation === null ? 'no_key' : 'ready' }
  }
}
