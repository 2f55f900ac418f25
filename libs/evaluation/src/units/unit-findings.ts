import type { UnitFinding } from '@outturn/agreement'
import type { UnitLeaf } from '@outturn/receipt-verifier'
import { gateCauses, isOneOf } from '@outturn/vocabulary'

/** Units that are read for it: what counts against the first ones is what is told of all. */
const mostUnits = 1_000

/** By condition and reason, the units that it counts against, of the first that were not accepted. */
export function unitFindings(leaves: readonly UnitLeaf[]): UnitFinding[] {
  const found = new Map<string, Omit<UnitFinding, 'units'> & { units: number[] }>()
  let read = 0
  for (const { unit, result, reasons } of leaves) {
    if (result === 'pass') continue
    if (read === mostUnits) break
    read += 1
    for (const { condition_id, code, field = null } of reasons) {
      // A gate holds back every unit at once, for the cause of its condition.
      if (isOneOf(gateCauses, code)) continue
      const key = JSON.stringify([condition_id, code, field])
      const known = found.get(key)
      if (known === undefined) found.set(key, { condition_id, code, field, units: [unit] })
      else known.units.push(unit)
    }
  }
  return [...found.values()]
}
