import type { Principal } from '@outturn/contracts'

/** What operators may do. None of it changes what was earned or who is paid, and none sends a paid leg again. */
export type OperatorActionKind =
  | ('pause' | 'resume' | 'hold' | 'unhold')
  | ('bump' | 'recheck' | 'close' | 'resolve')

/** One thing that an operator did. */
export type OperatorAction = {
  /** The command that did it. */
  readonly id: string
  readonly kind: OperatorActionKind
  /** A settlement or an anomaly; null for a switch. */
  readonly subject: string | null
  readonly reason: string
  /** Where the proof of what is claimed lies. */
  readonly evidence: string | null
  readonly doneBy: string
  readonly at: Date
}

/** Under which name the change of an operator is recorded. */
export function operatorName(principal: Principal): string {
  if (principal.kind !== 'operator') throw new Error(`${principal.kind} is no operator`)
  return principal.name
}
