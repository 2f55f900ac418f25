import type { VerifiedRun } from '@outturn/contracts'
import type { BillingDeps } from '../../deps.ts'
import { contributionOf } from '../../domain/outcome-index/contribution.ts'
import { noteRunsToEnd } from '../../store/outcome-index/contributions.ts'

/** Adds a first run to the outcome index, and of a last one how many there were. Told again, it changes nothing. */
export async function contributeRun(
  { contribute, db, environment }: Pick<BillingDeps, 'contribute' | 'db' | 'environment'>,
  run: VerifiedRun,
): Promise<void> {
  const contribution = contributionOf(run, environment)
  if (contribution !== null) return contribute(contribution)
  if (environment === 'production' && run.isLast === true && run.run !== undefined) {
    await noteRunsToEnd(db, run.spoolId, run.run)
  }
}
