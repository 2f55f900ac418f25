import type { CauseCode } from '@outturn/vocabulary'

/**
 * Why one row failed or could not be judged. `unit` is the first row, from 1, that a duplicate repeats; `seconds_late` explains
 * the code to a reader of the run. An outside judge may give a code of its own.
 */
export interface UnitReason {
  readonly code: CauseCode | (string & {})
  readonly field?: string
  readonly unit?: number
  readonly seconds_late?: number
}

export const rowPassed = 0
export const rowFailed = 1
export const rowUncertain = 2

/** Of the reasons against one unit so many are kept; the others are counted. */
export const keptReasons = 5

/** What was found wrong with one row; findings are shared between rows where they are equal. */
export interface RowFinding {
  readonly verdict: typeof rowFailed | typeof rowUncertain
  /** The first of them, at most `keptReasons`. */
  readonly reasons: readonly UnitReason[]
  /** How many there are beyond those; left out for none. */
  readonly moreReasons?: number
}

/** The whole delivery passed or failed at once. */
export interface GateResult {
  readonly kind: 'gate'
  readonly passed: boolean
  readonly code: CauseCode | null
  readonly reason: string
  /** The rows that were counted for a share that was not met. */
  readonly rows?: RowsResult
}

/** One verdict for each row; `findings` holds an entry for each row that did not pass. */
export interface RowsResult {
  readonly kind: 'rows'
  readonly verdicts: Uint8Array
  readonly findings: ReadonlyMap<number, RowFinding>
  readonly reason: string
}

/** The checker could not judge what it was given. */
export interface UndecidedResult {
  readonly kind: 'undecided'
  readonly code: CauseCode
  readonly reason: string
}

export type CheckResult = GateResult | RowsResult | UndecidedResult

export function gatePassed(reason: string): GateResult {
  return { kind: 'gate', passed: true, code: null, reason }
}

export function gateFailed(code: CauseCode, reason: string): GateResult {
  return { kind: 'gate', passed: false, code, reason }
}

export function undecided(code: CauseCode, reason: string): UndecidedResult {
  return { kind: 'undecided', code, reason }
}

export function failedRow(code: CauseCode, field?: string): RowFinding {
  return { verdict: rowFailed, reasons: [field === undefined ? { code } : { code, field }] }
}

export function uncertainRow(code: CauseCode, field?: string): RowFinding {
  return { verdict: rowUncertain, reasons: [field === undefined ? { code } : { code, field }] }
}

/** Counts of a row vector. */
export interface RowTally {
  readonly total: number
  readonly passed: number
  readonly failed: number
  readonly uncertain: number
}

export function tally(verdicts: Uint8Array): RowTally {
  let failed = 0
  let uncertain = 0
  for (const verdict of verdicts) {
    if (verdict === rowFailed) failed++
    else if (verdict === rowUncertain) uncertain++
  }
  return { total: verdicts.length, passed: verdicts.length - failed - uncertain, failed, uncertain }
}
