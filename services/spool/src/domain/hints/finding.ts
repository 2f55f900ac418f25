import { causesOf, type ConditionSighting, type RunOutcome } from '@outturn/agreement'
import { type CauseCode, causeCodes, isOneOf } from '@outturn/vocabulary'
import type { Condition } from '../model/spool.ts'

/** What is wrong with one condition for one reason, and where. */
export type Finding = {
  condition: Condition
  cause: CauseCode
  field: string | null
  /** From 1, in order; empty where the cause is of the delivery as a whole. */
  units: readonly number[]
  /** How many there are; those that are not among `units` are counted. */
  unitCount: number
  /** What was seen there; null where nothing was. */
  sighting: ConditionSighting | null
  /** The conditions that were given different content, as a hint names them; left out for any other cause. */
  given?: readonly string[]
}

/** Why the required conditions were not met, in their order; a row that is missing is missing once. */
export function requiredFindings(conditions: readonly Condition[], outcome: RunOutcome): Finding[] {
  const causes = causesOf(outcome)
  const byCondition = findingsByCondition(outcome)
  const { sightings = [] } = outcome
  const missing = new Set<number>()
  return outcome.conditionResults.flatMap(({ condition_id: id, requirement, result }, index) => {
    const condition = conditions.find((each) => each.id === id)
    if (condition === undefined || requirement !== 'mandatory' || !isOpen(result)) return []
    const found = byCondition.get(id) ?? [{ code: causes[index] ?? '', field: null, units: [], unitCount: 0 }]
    return found.flatMap(({ code, field, units, unitCount }): Finding[] => {
      const isKnown = code !== 'missing_row' || units.some((unit) => !missing.has(unit)) || units.length === 0
      if (code === 'missing_row') for (const unit of units) missing.add(unit)
      const sighting = sightings.find((seen) => isOf(seen, id, code, field)) ?? null
      return isKnown
        ? [{ condition, cause: causeOf(code, condition), field, units, unitCount, sighting }]
        : []
    })
  })
}

function isOf(seen: ConditionSighting, id: string, code: string, field: string | null): boolean {
  return seen.condition_id === id && seen.code === code && (field === null || seen.field === field)
}

function isOpen(result: string): boolean {
  return result !== 'pass' && result !== 'not_applicable'
}

type Found = Pick<Finding, 'field' | 'units' | 'unitCount'> & { code: string }

/** What counts against units, by condition; without units, against the rows that were seen. */
function findingsByCondition({ unitFindings, sightings = [] }: RunOutcome): Map<string, Found[]> {
  const found = new Map<string, Found[]>()
  const add = (id: string, finding: Found) => found.set(id, [...(found.get(id) ?? []), finding])
  for (const { condition_id: id, code, field, units } of unitFindings) {
    add(id, { code, field, units, unitCount: units.length })
  }
  const ofUnits = new Set(found.keys())
  for (const { condition_id: id, code, field, rows, row_count: count } of sightings) {
    if (!ofUnits.has(id)) add(id, { code, field, units: rows, unitCount: count })
  }
  return found
}

/** A judge may give codes of its own; they say that it found something. */
function causeOf(code: string, { verification_method: method }: Condition): CauseCode {
  if (isOneOf(causeCodes, code)) return code
  return method === 'external_tool' ? 'judged_fail' : 'value_mismatch'
}
