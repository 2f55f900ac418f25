import type { NextStep } from '@outturn/contracts'

/** What the `verifier` of a step does, who is no party of its own. */
export const callVerify = 'Call verify: either party may, with a key of scope full or verify.'

export const evidenceUnseen = `There is evidence that no run has seen. ${callVerify}`

/** A next step without anything beside it. */
export function step(type: NextStep['type'], actor: NextStep['actor'], reason: string): NextStep {
  return { type, action: type, actor, reason }
}
