import { spoolVerified } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import type { BillingDeps } from '../deps.ts'
import { chargeVerifiedRun } from '../flows/charge-verified-run.ts'
import { contributeRun } from '../flows/outcome-index/contribute-run.ts'

/** Charges a verified run and counts it as usage, once, and adds a first run to the outcome index. */
export function onSpoolVerified(deps: BillingDeps): Reaction<typeof spoolVerified> {
  return {
    event: spoolVerified,
    concurrency: 64,
    handle: async (run, { id, now }) => {
      await contributeRun(deps, run)
      await chargeVerifiedRun(deps, run, id, now)
    },
  }
}
