import type { NextStep } from '@outturn/contracts'

/** A next step without anything beside it. */
export function step(type: NextStep['type'], actor: NextStep['actor'], reason: string): NextStep {
  return { type, action: type, actor, reason }
}
