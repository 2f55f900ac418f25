import type { JsonObject } from '@outturn/canonical'
import { fieldReader, nearFieldIn, shownValue, type ValueRules } from '@outturn/checkers'
import type { ConditionSighting, UnitFinding, Unitization } from '@outturn/agreement'
import { identityReader, type UnitLayout } from './unit-layout.ts'

/** Rows that are named; the others are counted. */
const namedRows = 5

/**
 * Why units have no row although rows were delivered for them: no row has the identity column, or rows repeat an identity or have none.
 * One sighting for each condition that rejects units for that.
 */
export function identitySightings(
  { identity }: Pick<Unitization, 'identity'>,
  rows: readonly JsonObject[],
  layout: UnitLayout,
  findings: readonly UnitFinding[],
  rules: ValueRules,
): ConditionSighting[] {
  if (identity === undefined || layout.surplusRows === 0 || !layout.rowOfUnit.includes(-1)) return []
  const field = identity.source_key
  const { isNowhere, near } = nearFieldIn(field, rows)
  const surplus = isNowhere ? { count: 0, first: [] } : surplusRowsOf(field, rows, rules)
  const seen = {
    code: 'missing_row',
    field,
    row_count: surplus.count,
    is_nowhere: isNowhere,
    near,
  }
  const rejecting = findings.flatMap(({ code, condition_id: id }) => (code === 'missing_row' ? [id] : []))
  return [...new Set(rejecting)].map((id) => ({
    condition_id: id,
    ...seen,
    rows: surplus.first.map(({ row }) => row),
    notes: surplus.first.map(({ note }) => note),
  }))
}

type SurplusRows = {
  readonly count: number
  readonly first: readonly { readonly row: number; readonly note: string }[]
}

function surplusRowsOf(field: string, rows: readonly JsonObject[], rules: ValueRules): SurplusRows {
  const identityOf = identityReader(field, rules)
  const read = fieldReader(field)
  const firstRows = new Map<string, number>()
  const first: { row: number; note: string }[] = []
  let count = 0
  for (const [index, row] of rows.entries()) {
    const [identity, number] = [identityOf(row), index + 1]
    const known = identity === null ? undefined : firstRows.get(identity)
    if (identity !== null && known === undefined) {
      firstRows.set(identity, number)
      continue
    }
    count += 1
    if (first.length === namedRows) continue
    const note =
      known === undefined
        ? `row ${number} has none`
        : `row ${number} has ${shownValue(read(row))}, as row ${known} has`
    first.push({ row: number, note })
  }
  return { count, first }
}
