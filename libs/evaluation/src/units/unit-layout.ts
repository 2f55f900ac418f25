import { canonicalJson, type JsonObject } from '@outturn/canonical'
import { comparedValue, type UnitCounts, fieldReader, isBlank, type ValueRules } from '@outturn/checkers'
import type { Unitization } from '@outturn/agreement'

/** Which row stands for which unit. Indexes are 0-based; -1 is a unit without a row. */
export interface UnitLayout extends UnitCounts {
  readonly rowOfUnit: Int32Array
  /** The identity value of each unit as text, null where it has none; null altogether without an identity rule. */
  readonly identities: readonly (string | null)[] | null
}

/**
 * Unit i is row i; with an identity, the first row of each distinct value in order. A row that repeats a value, or has
 * none, is a surplus row: nothing says which unit it is.
 */
export function layOutUnits(
  unitization: Unitization,
  rows: readonly JsonObject[],
  rules: ValueRules,
): UnitLayout {
  const total = unitization.total_units
  const rowOfUnit = new Int32Array(total).fill(-1)
  if (unitization.identity === undefined) {
    const filled = Math.min(total, rows.length)
    for (let unit = 0; unit < filled; unit++) rowOfUnit[unit] = unit
    return { total, rowOfUnit, surplusRows: rows.length - filled, identities: null }
  }

  const identityOf = identityReader(unitization.identity.source_key, rules)
  const identities: (string | null)[] = new Array(total).fill(null)
  const seen = new Set<string>()
  let unit = 0
  let surplusRows = 0
  rows.forEach((row, index) => {
    const identity = identityOf(row)
    if (unit === total || identity === null || seen.has(identity)) {
      surplusRows++
      return
    }
    seen.add(identity)
    identities[unit] = identity
    rowOfUnit[unit++] = index
  })
  return { total, rowOfUnit, surplusRows, identities }
}

/** Lays out another dataset of the same run: rows find their unit by identity, and by position without one. */
export function alignUnits(
  reference: UnitLayout,
  unitization: Unitization,
  rows: readonly JsonObject[],
  rules: ValueRules,
): UnitLayout {
  if (unitization.identity === undefined || reference.identities === null)
    return layOutUnits(unitization, rows, rules)
  const identityOf = identityReader(unitization.identity.source_key, rules)
  const unitOf = new Map(reference.identities.map((identity, unit) => [identity, unit] as const))
  const rowOfUnit = new Int32Array(reference.total).fill(-1)
  let surplusRows = 0
  rows.forEach((row, index) => {
    const identity = identityOf(row)
    const unit = identity === null ? undefined : unitOf.get(identity)
    if (unit === undefined || rowOfUnit[unit] !== -1) surplusRows++
    else rowOfUnit[unit] = index
  })
  return { total: reference.total, rowOfUnit, surplusRows, identities: reference.identities }
}

/** The identity of a row as it is compared with others; null where it has none. */
export function identityReader(sourceKey: string, rules: ValueRules): (row: JsonObject) => string | null {
  const read = fieldReader(sourceKey)
  return (row) => {
    const value = read(row)
    if (value === undefined || isBlank(value, rules)) return null
    const compared = comparedValue(value, rules.identityText, rules)
    return typeof compared === 'string' ? compared : canonicalJson(compared)
  }
}
