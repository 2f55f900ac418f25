import { supplyingSide } from '../lifecycle/flags.ts'
import type { Condition, Evidence, Spool, SpoolState } from '../model/spool.ts'

/** A Spool with the last result of each condition. */
type Judged = { agreement: Pick<Spool['agreement'], 'conditions'>; state: Pick<SpoolState, 'lastResults'> }

/**
 * Which tables of one side count together for a condition that is not met, and how one of them is replaced; null where none do. A corrected
 * table under another source would otherwise be counted beside the first, run after run.
 */
export function countedTablesNote(
  { agreement, state }: Judged,
  evidence: readonly Evidence[],
): string | null {
  const isMissed = ({ id }: Condition) => (state.lastResults[id]?.result ?? 'pass') !== 'pass'
  return firstNote(agreement.conditions.filter(isMissed), evidence)
}

/** The same for tables that no run has judged yet: said in time, so that no run is made of what was corrected already. */
export function unjudgedTablesNote(
  { agreement }: Pick<Judged, 'agreement'>,
  evidence: readonly Evidence[],
): string | null {
  return firstNote(agreement.conditions, evidence)
}

function firstNote(conditions: readonly Condition[], evidence: readonly Evidence[]): string | null {
  const notes = conditions.flatMap((condition) => {
    if (!condition.required) return []
    const sources = tableSources(condition, evidence)
    return sources.length < 2 ? [] : [noteOf(condition, sources)]
  })
  return notes[0] ?? null
}

/** The sources under which there are tables that the condition is judged on; where the agreement names a source, no other counts. */
function tableSources(condition: Condition, evidence: readonly Evidence[]): string[] {
  if ((condition.evidence_requirements ?? []).length > 0) return []
  const side = supplyingSide(condition)
  const latest = new Map(
    evidence
      .filter(({ conditionId, onBehalfOf }) => conditionId === condition.id && onBehalfOf === side)
      .map((item) => [item.source, item]),
  )
  return [...latest.values()].filter(({ rows = 0 }) => rows > 0).map(({ source }) => source)
}

function noteOf({ description }: Condition, sources: readonly string[]): string {
  const named = sources.map((source) => `“${source}”`)
  const [last, ...others] = named.toReversed()
  return `The tables of the sources ${others.toReversed().join(', ')} and ${last} are counted together for “${description}”. To replace one, submit the corrected table under the same source; submit a table without rows under a source that is not to count.`
}
