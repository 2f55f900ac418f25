import type { snapshotFacts } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool, type Pool } from '@outturn/postgres'
import { snapshotOf } from '../../domain/facts/fact-snapshot.ts'
import { findCurrentFacts } from '../../store/facts/fact-queries.ts'
import { findSources } from '../../store/sources/source-queries.ts'

/** What the sources of a Spool report now, for the evidence of a run. */
export function handleSnapshotFacts(pool: Pool): Handler<typeof snapshotFacts> {
  return async ({ spoolId, sourceIds }) => {
    const [sources, facts] = await Promise.all([
      findSources(onPool(pool), sourceIds),
      findCurrentFacts(onPool(pool), spoolId, sourceIds),
    ])
    return { snapshots: sources.map((source) => snapshotOf(source, facts)) }
  }
}
