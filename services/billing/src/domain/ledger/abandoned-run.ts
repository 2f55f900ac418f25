import type { CommandOutput, readRunOutcome } from '@outturn/contracts'
import type { Reservation } from './reservation.ts'

export type RunOutcome = CommandOutput<typeof readRunOutcome>

/**
 * Decides about a reservation that no event finished. A run that the Spool service does not know may still be on its
 * way to it, so its reservation is given up only after `giveUpAfterMs`, the longest that a run can take to be recorded.
 */
export function decideAbandoned(
  { createdAt }: Pick<Reservation, 'createdAt'>,
  { outcome }: RunOutcome,
  giveUpAfterMs: number,
  now: Date,
): 'post' | 'void' | 'wait' {
  switch (outcome) {
    case 'verified':
      return 'post'
    case 'failed':
      return 'void'
    case 'open':
      return 'wait'
    case 'unknown':
      return now.getTime() - createdAt.getTime() > giveUpAfterMs ? 'void' : 'wait'
    default:
      return outcome satisfies never
  }
}
