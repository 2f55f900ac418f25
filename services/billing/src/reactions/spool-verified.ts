import { spoolVerified } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import type { BillingDeps } from '../deps.ts'
import { chargeVerifiedRun } from '../flows/charge-verified-run.ts'

/** Charges a verified run and counts it as usage, once. */
export function onSpoolVerified(deps: BillingDeps): Reaction<typeof spoolVerified> {
  return {
    event: spoolVerified,
    concurrency: 64,
    handle: (run, { id, now }) => chargeVerifiedRun(deps, run, id, now),
  }
}
