import type { Lane } from '@outturn/agreement'

/** Whether a Spool is paid by card. */
export function isPaidByCard(lane: Lane | undefined): boolean {
  return lane?.funding === 'hosted_checkout'
}

/** Whether this service settles a Spool itself. */
export function isSettledHere(lane: Lane | undefined): boolean {
  return lane !== undefined && lane.funding !== 'external'
}
