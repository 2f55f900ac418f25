import type { Sha256 } from '@outturn/canonical'
import { type UndecidedResult, undecided } from './check-result.ts'
import type { JsonObject } from './values/json-value.ts'
import type { JudgedItem, JudgedObservation } from './judged-item.ts'

/** How rows stand for units on a unitized Spool. */
export interface UnitCounts {
  readonly total: number
  /** Rows that are no unit's: past the last unit, or repeating an identity. */
  readonly surplusRows: number
}

/** What a checker judges: the active, present evidence of its condition. */
export interface CheckInput {
  /** In receipt order. */
  readonly items: readonly JudgedItem[]
  /** The rows of all dataset items, in receipt order; null when no item is a dataset. */
  readonly rows: readonly JsonObject[] | null
  readonly units: UnitCounts | null
  /** By URL as the condition or the row gives it. */
  readonly observations: ReadonlyMap<string, JudgedObservation>
  readonly sha256: Sha256
}

/** The dataset rows of the input, or the reason there is nothing to judge by row. */
export function rowsToJudge(input: CheckInput): readonly JsonObject[] | UndecidedResult {
  if (input.rows === null) return wrongEvidenceType('a dataset')
  if (input.rows.length === 0) return undecided('no_rows', 'the dataset has no rows')
  return input.rows
}

export function isUndecided(value: readonly unknown[] | UndecidedResult): value is UndecidedResult {
  return !Array.isArray(value)
}

export function wrongEvidenceType(expected: string): UndecidedResult {
  return undecided('wrong_evidence_type', `the evidence is not ${expected}`)
}
