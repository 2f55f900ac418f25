import type { Sha256, JsonObject, JsonValue } from '@outturn/canonical'
import type { CauseCode } from '@outturn/vocabulary'
import {
  type CheckResult,
  failedRow,
  type RowFinding,
  type RowsResult,
  type RowTally,
  tally,
  type UndecidedResult,
  uncertainRow,
  undecided,
} from './check-result.ts'
import type { StepBudget } from './engines/step-budget.ts'
import { fieldReader } from './values/row-field.ts'
import type { JudgedItem, JudgedObservation } from './judged-item.ts'
import type { ValueRules } from './value-rules.ts'

/** How rows stand for units on a unitized Spool. */
export interface UnitCounts {
  readonly total: number
  /** Rows that are no unit's: past the last unit, or repeating an identity. */
  readonly surplusRows: number
  /** The row of each unit, from 0, and -1 for a unit without one; left out where unit i is row i. */
  readonly rowOfUnit?: Int32Array
}

/** Tells the rows that stand for units, which alone count for what is said of all rows together; null where every row does. */
export function unitRowTest(
  units: UnitCounts | null,
  { countsUnitsAlone }: ValueRules,
): ((index: number) => boolean) | null {
  if (units === null || units.surplusRows === 0 || !countsUnitsAlone) return null
  if (units.rowOfUnit === undefined) return (index) => index < units.total
  const rows = new Set(units.rowOfUnit)
  return (index) => rows.has(index)
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
  /** What all checks of the run may still spend. */
  readonly budget: StepBudget
  /** Set where every item is judged; without it the latest text, JSON document, file or link stands for all of them. */
  readonly everyItemCounts?: boolean
}

/**
 * Judges each dataset row once, in order; undecided without any. `describe` turns the counts into the sentence of the
 * condition.
 */
export function judgeRows(
  { rows }: CheckInput,
  judge: (row: JsonObject, index: number) => RowFinding | null,
  describe: (counts: RowTally) => string,
): RowsResult | UndecidedResult {
  if (rows === null) return wrongEvidenceType('a dataset')
  if (rows.length === 0) return undecided('no_rows', 'the dataset has no rows')
  const verdicts = new Uint8Array(rows.length)
  const findings = new Map<number, RowFinding>()
  rows.forEach((row, index) => {
    const finding = judge(row, index)
    if (finding === null) return
    verdicts[index] = finding.verdict
    findings.set(index, finding)
  })
  return { kind: 'rows', verdicts, findings, reason: describe(tally(verdicts)) }
}

/**
 * Judges one field of each dataset row by the code that its value gets, null for a pass. Rows with a code among `doubts`
 * stay uncertain.
 */
export function judgeField(
  input: CheckInput,
  field: string,
  codeOf: (value: JsonValue | undefined) => CauseCode | null,
  describe: (counts: RowTally) => string,
  doubts: readonly string[] = [],
): RowsResult | UndecidedResult {
  const read = fieldReader(field)
  const findings = new Map<CauseCode, RowFinding>()
  const findingOf = (code: CauseCode): RowFinding => {
    const known = findings.get(code) ?? (doubts.includes(code) ? uncertainRow : failedRow)(code, field)
    findings.set(code, known)
    return known
  }
  const judge = (row: JsonObject) => {
    const code = codeOf(read(row))
    return code === null ? null : findingOf(code)
  }
  return judgeRows(input, judge, describe)
}

/**
 * Judges each of the contents that a check reads; null without any. Contents that are judged alike are judged so, and where only some of
 * them are what was agreed, it is not known which of them is the delivery.
 */
export function judgeContents<Content>(
  input: Pick<CheckInput, 'everyItemCounts'>,
  contents: readonly Content[],
  judge: (content: Content) => CheckResult,
): CheckResult | null {
  const judged = input.everyItemCounts === true ? contents : contents.slice(-1)
  const results = judged.map(judge)
  const others = results.filter((result) => !isPassed(result))
  const [first] = others
  if (first === undefined) return results.at(-1) ?? null
  if (others.length === results.length) return first
  const undecidedOne = others.find(({ kind }) => kind === 'undecided')
  return (
    undecidedOne ?? undecided('different_deliveries', 'only a part of what was delivered is what was agreed')
  )
}

function isPassed(result: CheckResult): boolean {
  return result.kind === 'gate' && result.passed
}

/** The result where nothing is held that could be judged: only a digest of it was declared. */
export function digestDeclared(): UndecidedResult {
  return undecided('digest_declared_not_observed', 'only a declared digest is held, not the content')
}

/** Whether all that was delivered are references, of which at least one declares a digest. */
export function isDigestOnly({
  items,
}: {
  readonly items: readonly { readonly content: { readonly kind: string } }[]
}): boolean {
  return (
    items.every(({ content }) => content.kind === 'reference') &&
    items.some(({ content }) => 'sha256' in content)
  )
}

export function wrongEvidenceType(expected: string): UndecidedResult {
  return undecided('wrong_evidence_type', `the evidence is not ${expected}`)
}
