import { spoolRunFailed } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import type { BillingDeps } from '../deps.ts'
import { voidReservation } from '../flows/void-reservation.ts'

/** Gives back what was reserved for a run that ended without a verdict. */
export function onSpoolRunFailed(deps: BillingDeps): Reaction<typeof spoolRunFailed> {
  return {
    event: spoolRunFailed,
    concurrency: 16,
    handle: (run, { id, now }) => voidReservation(deps, run, id, now),
  }
}
