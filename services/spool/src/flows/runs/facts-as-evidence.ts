import type { CommandContext } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import type { Side } from '@outturn/vocabulary'
import { factSnapshots } from '../../adapters/fact-sources.ts'
import type { SpoolDeps } from '../../deps.ts'
import type { SystemEvidence } from '../../domain/evidence/recorded-content.ts'
import { factEvidence } from '../../domain/facts/fact-evidence.ts'
import type { Evidence, Spool } from '../../domain/model/spool.ts'
import { partyOn } from '../../domain/model/viewer.ts'
import { admitRun } from './admit-run.ts'

/** The current facts of the sources that the agreement requires, as evidence of a run; refuses a run that they would make too large. */
export async function factsAsEvidence(
  deps: Pick<SpoolDeps, 'bus' | 'countRefusedRun' | 'hashes'>,
  { spool, held, at }: { spool: Spool; held: readonly Evidence[]; at: string },
  context: CommandContext,
): Promise<SystemEvidence[]> {
  const { conditions } = spool.agreement
  const snapshots = await factSnapshots(deps, { spoolId: spool.id, conditions }, context)
  if (snapshots.length === 0) return []
  const idOf = (conditionId: string, sourceId: string) =>
    derivedId('evidence', `${context.commandId}:facts:${conditionId}:${sourceId}`)
  const partyIdOf = (side: Side) => partyOn(spool, side).partyId
  const facts = factEvidence(conditions, snapshots, { held, at, idOf, partyIdOf, hashes: deps.hashes })
  if (facts.length > 0)
    admitRun(deps, spool.agreement, [...held, ...facts.map(({ item }) => item)], 'conditions')
  return facts
}
