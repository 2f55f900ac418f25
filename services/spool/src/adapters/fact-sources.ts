import { findRequiredSources, snapshotFacts } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import type { SpoolDeps } from '../deps.ts'
import type { FactSnapshot } from '../domain/facts/fact-evidence.ts'
import { type RequiredSource, requiredSourceIds } from '../domain/model/casework/required-sources.ts'
import { onBehalfOf } from './on-behalf-of.ts'

type Conditions = Parameters<typeof requiredSourceIds>[0]

/** The sources that conditions require, as far as they exist and are not revoked. Asks nothing where there are none. */
export async function requiredSources(
  { bus }: Pick<SpoolDeps, 'bus'>,
  conditions: Conditions,
  context: CommandContext,
): Promise<readonly RequiredSource[]> {
  const sourceIds = requiredSourceIds(conditions)
  if (sourceIds.length === 0) return []
  return (await bus.request(findRequiredSources, { sourceIds }, onBehalfOf(context))).sources
}

/** What the sources that conditions require report of a Spool now. */
export async function factSnapshots(
  { bus }: Pick<SpoolDeps, 'bus'>,
  { spoolId, conditions }: { spoolId: string; conditions: Conditions },
  context: CommandContext,
): Promise<readonly FactSnapshot[]> {
  const sourceIds = requiredSourceIds(conditions)
  if (sourceIds.length === 0) return []
  return (await bus.request(snapshotFacts, { spoolId, sourceIds }, onBehalfOf(context))).snapshots
}
