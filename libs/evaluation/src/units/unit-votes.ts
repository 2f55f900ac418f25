import { type RowsResult, rowFailed, rowPassed, rowUncertain, type UnitReason } from '@outturn/checkers'
import type { UnitLayout } from './unit-layout.ts'

export type UnitVote = typeof rowPassed | typeof rowFailed | typeof rowUncertain

export const voteOf = { pass: rowPassed, fail: rowFailed, uncertain: rowUncertain } as const

/** What one condition says about each unit. Units are 0-based here. */
export interface UnitVotes {
  readonly verdictOf: (unit: number) => UnitVote
  readonly reasonsOf: (unit: number) => readonly UnitReason[]
  /** How many reasons it has beyond those; left out where it never has any. */
  readonly moreReasonsOf?: (unit: number) => number
}

/** Why a unit without a row is rejected. */
export const missingRow: readonly UnitReason[] = [{ code: 'missing_row' }]

/** The same vote for every unit. */
export function uniformVotes(verdict: UnitVote, cause: UnitReason | null): UnitVotes {
  const reasons: readonly UnitReason[] = cause === null ? [] : [cause]
  return { verdictOf: () => verdict, reasonsOf: () => reasons }
}

/** The verdict on a unit's row. A unit without a row was not delivered, so no condition on rows accepts it. */
export function rowVotes(result: RowsResult, layout: UnitLayout): UnitVotes {
  const rowOf = (unit: number) => layout.rowOfUnit[unit] ?? -1
  const unitOf = unitsByRow(result.verdicts.length, layout)
  return {
    verdictOf: (unit) => {
      const row = rowOf(unit)
      return row < 0 ? rowFailed : ((result.verdicts[row] ?? rowPassed) as UnitVote)
    },
    reasonsOf: (unit) => {
      const row = rowOf(unit)
      if (row < 0) return missingRow
      const reasons = result.findings.get(row)?.reasons ?? []
      return reasons.map((reason) =>
        reason.unit === undefined ? reason : ofUnit(reason, unitOf(reason.unit)),
      )
    },
    moreReasonsOf: (unit) => result.findings.get(rowOf(unit))?.moreReasons ?? 0,
  }
}

/** The unit, from 1, that a row, from 1, stands for; undefined of a row that stands for none. */
function unitsByRow(rows: number, { rowOfUnit }: UnitLayout): (row: number) => number | undefined {
  let units: Int32Array | null = null
  return (row) => {
    if (units === null) {
      units = new Int32Array(rows)
      for (const [unit, at] of rowOfUnit.entries()) if (at >= 0) units[at] = unit + 1
    }
    const unit = units[row - 1] ?? 0
    return unit === 0 ? undefined : unit
  }
}

function ofUnit({ unit: _row, ...reason }: UnitReason, unit: number | undefined): UnitReason {
  return unit === undefined ? reason : { ...reason, unit }
}

/** One verdict for each unit: `total` votes read in order. */
export function unitVector(votes: UnitVotes, total: number): Uint8Array {
  return Uint8Array.from({ length: total }, (_, unit) => votes.verdictOf(unit))
}
