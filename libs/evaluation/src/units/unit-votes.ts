import { type RowsResult, rowFailed, rowPassed, rowUncertain, type UnitReason } from '@outturn/checkers'
import type { UnitLayout } from './unit-layout.ts'

export type UnitVote = typeof rowPassed | typeof rowFailed | typeof rowUncertain

export const voteOf = { pass: rowPassed, fail: rowFailed, uncertain: rowUncertain } as const

/** What one condition says about each unit. Units are 0-based here. */
export interface UnitVotes {
  readonly verdictOf: (unit: number) => UnitVote
  readonly reasonsOf: (unit: number) => readonly UnitReason[]
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
  return {
    verdictOf: (unit) => {
      const row = rowOf(unit)
      return row < 0 ? rowFailed : ((result.verdicts[row] ?? rowPassed) as UnitVote)
    },
    reasonsOf: (unit) => {
      const row = rowOf(unit)
      return row < 0 ? missingRow : (result.findings.get(row)?.reasons ?? [])
    },
  }
}

/** One verdict for each unit: `total` votes read in order. */
export function unitVector(votes: UnitVotes, total: number): Uint8Array {
  return Uint8Array.from({ length: total }, (_, unit) => votes.verdictOf(unit))
}
