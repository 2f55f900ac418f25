import { invalidState, type publishOutcomeIndex } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { periodEndedNow } from '../../domain/outcome-index/period.ts'
import { publishPeriod } from '../../flows/outcome-index/publish-period.ts'

export function handlePublishOutcomeIndex(deps: BillingDeps): Handler<typeof publishOutcomeIndex> {
  return async (_, { now }) => {
    const published = await publishPeriod(deps, (state) => periodEndedNow(state, now), now)
    if (published !== null) return published
    throw invalidState('There is no run to publish: the index has not begun, or ended a period just now.', {
      reason: 'nothing_to_publish',
      remediation: 'Publish again once runs were verified.',
    })
  }
}
