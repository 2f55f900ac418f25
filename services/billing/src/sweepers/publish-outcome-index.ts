import type { BillingDeps } from '../deps.ts'
import { duePeriod } from '../domain/outcome-index/period.ts'
import { publishPeriod } from '../flows/outcome-index/publish-period.ts'

/** Publishes every period whose end is three days ago, oldest first; returns how many were published. */
export async function publishOutcomeIndexes(deps: BillingDeps, now: Date): Promise<number> {
  if (deps.environment !== 'production') return 0
  for (let published = 0; ; published += 1) {
    const publication = await publishPeriod(deps, (state) => duePeriod(state, now), now)
    if (publication === null) return published
  }
}
