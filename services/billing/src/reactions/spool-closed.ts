import { spoolClosed } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import type { BillingDeps } from '../deps.ts'
import { noteRunsToEnd } from '../store/outcome-index/contributions.ts'

/** Notes for the outcome index how many runs a Spool took. */
export function onSpoolClosed({ db }: BillingDeps): Reaction<typeof spoolClosed> {
  return {
    event: spoolClosed,
    handle: async ({ spoolId, runs = 0 }) => {
      if (runs > 0) await noteRunsToEnd(db, spoolId, runs)
    },
  }
}
